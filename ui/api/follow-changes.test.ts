import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keep } from './follow-changes.ts'
import type { AnyShown } from './shown-kinds.ts'
import { listKey } from './use-kind.ts'

const profile = (uid: string, resourceVersion: string) =>
  ({ metadata: { name: 'base', uid, resourceVersion }, spec: {} }) as unknown as AnyShown

test.each([
  { name: 'a newer version takes the place of an older one', known: '9', uid: 'a', kept: '10' },
  {
    name: 'an answer that comes late does not undo what the stream told',
    known: '11',
    uid: 'a',
    kept: '11',
  },
  { name: 'another object of the same name is taken as it is', known: '11', uid: 'b', kept: '10' },
])('$name', ({ known, uid, kept }) => {
  const client = new QueryClient()
  client.setQueryData(listKey('profiles', ''), [profile('a', known)])
  keep(client, { noun: 'profiles', object: profile(uid, '10') })
  const list = client.getQueryData<readonly AnyShown[]>(listKey('profiles', '')) ?? []
  expect(list.map(({ metadata }) => metadata.resourceVersion)).toEqual([kept])
})

test('an object goes into the list of everything and that of its namespace, and into no other', () => {
  const client = new QueryClient()
  const namespaces = ['', 'shop', 'other']
  for (const namespace of namespaces) client.setQueryData(listKey('plugins', namespace), [])
  const metadata = { name: 'dns', namespace: 'shop', uid: 'a', resourceVersion: '1' }
  keep(client, { noun: 'plugins', object: { metadata, spec: {} } as unknown as AnyShown })
  const counts = namespaces.map(
    (one) => client.getQueryData<readonly AnyShown[]>(listKey('plugins', one))?.length,
  )
  expect(counts).toEqual([1, 1, 0])
})
