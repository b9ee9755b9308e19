import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { golden } from '../../test/golden.ts'
import { parseCluster } from './cluster.ts'
import { datedConditions } from './conditions.ts'
import { expansionKind } from './expansion.ts'
import { parseExtension } from './extension.ts'
import { parseExtensionInstance } from './extension-instance.ts'
import type { JsonRecord } from './json-value.ts'
import { parseObject } from './parse-object.ts'
import { parsePlugin } from './plugin.ts'
import { parseProfile } from './profile.ts'
import { parseRepository } from './repository.ts'

// Objects as our releases stored them. Every stored object stays readable for ever: add files,
// change none.
const stored = join(import.meta.dirname, 'testdata', 'stored')

const readers = {
  'plugin-0.1': parsePlugin,
  'repository-0.1': parseRepository,
  'extension-0.1': parseExtension,
  'extension-instance-0.1': parseExtensionInstance,
  'profile-0.1': parseProfile,
  'cluster-0.1': parseCluster,
  'expansion-0.1': (object: JsonRecord) => parseObject(expansionKind, object),
}

test.each(Object.entries(readers))('%s is read as ever', (name, read) => {
  const object = JSON.parse(readFileSync(join(stored, `${name}.json`), 'utf8')) as JsonRecord
  const parsed = `${JSON.stringify(read(object), undefined, 2)}\n`
  expect(parsed).toBe(golden(join(stored, `${name}.golden`), parsed))
})

test('what cannot be read is named by its path', () => {
  const spec = {
    enabled: 'yes',
    timeout: 'soon',
    dependsOn: [{ plugin: 1 }],
    pin: 0.5,
    patches: [{}],
  }
  const parsed = parsePlugin({ metadata: { name: 'a' }, spec })
  expect(!parsed.ok && parsed.problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'spec.enabled must be true or false',
    'spec.dependsOn[0].plugin must be a string',
    'spec.timeout must match ^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$, "soon" does not',
    'spec.patches[0].patch is required',
    'spec.pin must be a whole number',
  ])
})

test('a status that cannot be read counts as none', () => {
  const parsed = parsePlugin({ metadata: { name: 'a' }, spec: {}, status: { revision: 'x' } })
  expect(parsed.ok && parsed.value.status).toEqual({})
})

test('a condition keeps its moment while its status is the same', () => {
  const finding = { status: 'True', reason: 'Installed', message: 'works' } as const
  const before = [{ type: 'Ready', ...finding, lastTransitionTime: 'then' }]
  const now = ['Ready', 'Healthy'].map((type) => ({ type, ...finding }))
  const dated = datedConditions(now, before, 'now')
  expect(dated.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(['then', 'now'])
})
