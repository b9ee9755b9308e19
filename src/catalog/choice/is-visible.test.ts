import { expect, test } from 'vitest'
import type { Extension } from '../../kinds/extension.ts'
import { type AskingNamespace, isVisible } from './is-visible.ts'

const team: AskingNamespace = { name: 'team-a', isPlatform: false, labels: { team: 'a' } }
const platform: AskingNamespace = { name: 'outrigger-system', isPlatform: true, labels: {} }
const unread: AskingNamespace = { ...team, labels: undefined }
const byName = { namespaces: ['team-a'] }
const byLabel = { namespaces: [], namespaceLabels: { team: 'a' } }

interface Row {
  readonly name: string
  readonly visibility: Extension['spec']['visibility']
  readonly asking: AskingNamespace
  readonly is: boolean | undefined
}

const rows: readonly Row[] = [
  { name: 'everybody without visibility', visibility: undefined, asking: team, is: true },
  { name: 'a namespace that is named', visibility: byName, asking: team, is: true },
  { name: 'no other one', visibility: byName, asking: { ...team, name: 'team-b' }, is: false },
  { name: 'one with the labels', visibility: byLabel, asking: team, is: true },
  { name: 'none without labels', visibility: byLabel, asking: { ...team, labels: {} }, is: false },
  {
    name: 'none that has one label of two',
    visibility: { namespaces: [], namespaceLabels: { team: 'a', stage: 'test' } },
    asking: team,
    is: false,
  },
  { name: 'nobody when it is empty', visibility: { namespaces: [] }, asking: team, is: false },
  { name: 'the platform always', visibility: { namespaces: [] }, asking: platform, is: true },
  { name: 'nobody knows without labels', visibility: byLabel, asking: unread, is: undefined },
  { name: 'a name is enough', visibility: { ...byLabel, ...byName }, asking: unread, is: true },
]

test.each(rows)('an Extension is for $name', ({ visibility, asking, is }) => {
  expect(isVisible(visibility === undefined ? {} : { visibility }, asking)).toBe(is)
})
