import { expect, test } from 'vitest'
import { parseCluster } from '../../kinds/cluster.ts'
import { parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parseProfile } from '../../kinds/profile.ts'
import { giveInstances } from './give-instances.ts'

function read<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function profile(name: string, extensions: readonly JsonRecord[]) {
  return read(parseProfile({ metadata: { name }, spec: { extensions: [...extensions] } }))
}

function instance(name: string, spec: JsonRecord) {
  return read(parseExtensionInstance({ metadata: { name, namespace: 'p' }, spec }))
}

function give(
  profiles: readonly ReturnType<typeof profile>[],
  instances: readonly ReturnType<typeof instance>[] = [],
  status: JsonRecord = {},
) {
  const spec = { kubeconfig: { secretName: 'edge' } }
  const cluster = read(parseCluster({ metadata: { name: 'edge' }, spec, status }))
  const gifts = giveInstances({ cluster, profiles, instances })
  return { ...gifts, write: gifts.write.map(({ name, write }) => `${name} ${write}`) }
}

const there = instance('metrics', { extension: 'metrics', cluster: 'edge' })
const edited = instance('metrics', { extension: 'metrics', parameters: { size: 2 } })

test.each([
  {
    name: 'what is new is given',
    mode: 'default',
    expected: { write: ['metrics once'], names: ['metrics'], initial: ['metrics'], removed: [] },
  },
  {
    name: 'what is there stays as it is',
    mode: 'default',
    instances: [edited],
    status: { initial: ['metrics'] },
    expected: { write: [], names: ['metrics'], initial: ['metrics'], removed: [] },
  },
  {
    name: 'what was taken away is remembered',
    mode: 'default',
    status: { initial: ['metrics'] },
    expected: {
      write: [],
      names: [],
      initial: ['metrics'],
      removed: [{ extension: 'metrics', profile: 'base' }],
    },
  },
  {
    name: 'what was taken away does not come back',
    mode: 'default',
    status: { initial: ['metrics'], removed: [{ extension: 'metrics', profile: 'base' }] },
    expected: {
      write: [],
      names: [],
      initial: ['metrics'],
      removed: [{ extension: 'metrics', profile: 'base' }],
    },
  },
  {
    name: 'what is given once is not missed',
    mode: 'initial',
    status: { initial: ['metrics'] },
    expected: { write: [], names: [], initial: ['metrics'], removed: [] },
  },
  {
    name: 'what is enforced comes back',
    mode: 'enforced',
    status: { initial: ['metrics'], removed: [{ extension: 'metrics', profile: 'base' }] },
    expected: { write: ['metrics always'], names: ['metrics'], initial: ['metrics'], removed: [] },
  },
  {
    name: 'what is enforced is put back as it is written',
    mode: 'enforced',
    instances: [edited],
    expected: { write: ['metrics always'], names: ['metrics'], initial: ['metrics'], removed: [] },
  },
  {
    name: 'what is enforced and is so is left alone',
    mode: 'enforced',
    instances: [there],
    expected: { write: [], names: ['metrics'], initial: ['metrics'], removed: [] },
  },
])('$name', ({ mode, instances, status, expected }) => {
  expect(give([profile('base', [{ extension: 'metrics', mode }])], instances, status)).toEqual(
    expected,
  )
})

test('of two profiles the stronger is heard, and both are where they speak of different things', () => {
  const strong = profile('strong', [{ extension: 'metrics', mode: 'enforced', name: 'counting' }])
  const weak = profile('weak', [{ extension: 'metrics' }, { extension: 'logs' }])
  expect(give([strong, weak]).write).toEqual(['counting always', 'logs once'])
})
