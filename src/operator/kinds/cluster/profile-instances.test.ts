import { expect, test } from 'vitest'
import { parseCluster } from '../../../kinds/cluster.ts'
import { parseExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Parsed } from '../../../kinds/parse-object.ts'
import { parseProfile } from '../../../kinds/profile.ts'
import { profileInstancesOf } from './profile-instances.ts'

function read<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function profile(name: string, extensions: readonly JsonRecord[]) {
  return read(parseProfile({ metadata: { name }, spec: { extensions: [...extensions] } }))
}

interface About {
  readonly namespace?: string
  readonly labels?: JsonRecord
}

function instance(name: string, spec: JsonRecord, { namespace = home, labels = {} }: About = {}) {
  return read(parseExtensionInstance({ metadata: { name, namespace, labels }, spec }))
}

const home = 'outrigger-system'
const edge = { kubeconfig: { secretName: 'edge' } }

function give(
  profiles: readonly ReturnType<typeof profile>[],
  instances: readonly ReturnType<typeof instance>[] = [],
  { status = {}, spec = edge }: { readonly status?: JsonRecord; readonly spec?: JsonRecord } = {},
) {
  const cluster = read(parseCluster({ metadata: { name: 'edge' }, spec, status }))
  const place = cluster.spec.inCluster ? [undefined, 'edge'] : ['edge']
  const profileInstances = profileInstancesOf({
    cluster,
    profiles,
    instances: instances.filter((one) => place.includes(one.spec.cluster)),
    instanceAt: (name) =>
      instances.find(({ metadata }) => metadata.namespace === home && metadata.name === name),
  })
  return {
    ...profileInstances,
    write: profileInstances.write.map(({ name, write }) => `${name} ${write}`),
  }
}

const there = instance('edge-metrics', { extension: 'metrics', cluster: 'edge' })
const edited = instance('edge-metrics', {
  extension: 'metrics',
  cluster: 'edge',
  parameters: { size: 2 },
})
const removed = [{ extension: 'metrics', profile: 'base' }]
const nothing = { write: [], names: [], obstacles: [], leftAsTheyAre: [], initial: [], removed: [] }
const named = { ...nothing, names: ['edge-metrics'] }
const settled = { ...named, initial: ['metrics'] }

test.each([
  {
    name: 'what is new is given, named after its cluster',
    mode: 'default',
    expected: { ...named, write: ['edge-metrics create'] },
  },
  {
    name: 'what is there stays as it is',
    mode: 'default',
    instances: [edited],
    status: { initial: ['metrics'] },
    expected: settled,
  },
  {
    name: 'what was taken away is remembered',
    mode: 'default',
    status: { initial: ['metrics'] },
    expected: { ...nothing, initial: ['metrics'], removed },
  },
  {
    name: 'what was taken away does not come back',
    mode: 'default',
    status: { initial: ['metrics'], removed },
    expected: { ...nothing, initial: ['metrics'], removed },
  },
  {
    name: 'what is given once is not missed',
    mode: 'initial',
    status: { initial: ['metrics'] },
    expected: { ...nothing, initial: ['metrics'] },
  },
  {
    name: 'what is enforced comes back',
    mode: 'enforced',
    status: { initial: ['metrics'], removed },
    expected: { ...settled, write: ['edge-metrics create'] },
  },
  {
    name: 'what is enforced is put back as it is written',
    mode: 'enforced',
    instances: [edited],
    expected: { ...settled, write: ['edge-metrics put-back'] },
  },
  {
    name: 'what is enforced and is so is left alone',
    mode: 'enforced',
    instances: [there],
    expected: settled,
  },
  {
    name: 'what was given under another name is kept',
    mode: 'enforced',
    instances: [instance('metrics', { extension: 'metrics', cluster: 'edge' })],
    expected: { ...settled, names: ['metrics'] },
  },
  {
    name: 'of two the one of a profile is what is given',
    mode: 'enforced',
    instances: [
      instance('a', { extension: 'metrics', cluster: 'edge' }),
      instance(
        'b',
        { extension: 'metrics', cluster: 'edge', upgrade: 'manual' },
        { labels: { 'outrigger.dev/profile': 'base' } },
      ),
    ],
    expected: { ...settled, names: ['b'], write: ['b put-back'] },
  },
  {
    name: 'what is on another cluster is not here',
    mode: 'default',
    instances: [instance('metrics', { extension: 'metrics', cluster: 'far' })],
    expected: { ...named, write: ['edge-metrics create'] },
  },
  {
    name: 'an instance for another cluster that has the name stands in the way',
    mode: 'enforced',
    instances: [instance('edge-metrics', { extension: 'metrics', cluster: 'far' })],
    expected: {
      ...nothing,
      obstacles: [
        'ExtensionInstance outrigger-system/edge-metrics is of extension metrics for cluster far, and metrics of Profile base would have that name: name one of them otherwise',
      ],
    },
  },
  {
    name: 'what a tenant has counts as being there',
    mode: 'default',
    instances: [
      instance('mine', { extension: 'metrics', cluster: 'edge' }, { namespace: 'team-b' }),
    ],
    status: { initial: ['metrics'] },
    expected: { ...nothing, initial: ['metrics'] },
  },
  {
    name: 'what a tenant has stands in the place of what is enforced',
    mode: 'enforced',
    instances: [
      instance('mine', { extension: 'metrics', cluster: 'edge' }, { namespace: 'team-b' }),
    ],
    expected: {
      ...nothing,
      leftAsTheyAre: [
        'team-b/mine stands in the place of metrics, which Profile base enforces, and is left as it is',
      ],
      initial: ['metrics'],
    },
  },
  {
    name: 'what came because others need it does not count as from the profile',
    mode: 'default',
    instances: [
      instance(
        'metrics',
        { extension: 'metrics', cluster: 'edge' },
        { labels: { 'outrigger.dev/dependency': 'true' } },
      ),
    ],
    expected: { ...settled, names: ['metrics'], initial: [] },
  },
])('$name', ({ mode, instances, status, expected }) => {
  const profiles = [profile('base', [{ extension: 'metrics', mode }])]
  expect(give(profiles, instances, status === undefined ? {} : { status })).toEqual(expected)
})

test.each([
  { field: 'enabled', said: { enabled: false } },
  { field: 'version', said: { version: '1' } },
  { field: 'parameters that it does not name', said: { parameters: { size: 1, more: 2 } } },
  { field: 'parametersFrom', said: { parametersFrom: [{ kind: 'Secret', name: 'a' }] } },
  { field: 'upgrade', said: { upgrade: 'manual' } },
  { field: 'dependencies', said: { dependencies: 'install' } },
])('a profile that enforces puts $field back', ({ said }) => {
  const offer = { extension: 'metrics', mode: 'enforced', parameters: { size: 1 } }
  const base = { extension: 'metrics', cluster: 'edge', parameters: { size: 1 } }
  const given = (spec: JsonRecord) => give([profile('base', [offer])], [instance('m', spec)])
  expect(given(base).write).toEqual([])
  expect(given({ ...base, ...said }).write).toEqual(['m put-back'])
})

test('an enforced targetNamespace that is another one is told', () => {
  const offer = { extension: 'metrics', mode: 'enforced', targetNamespace: 'here' }
  const other = instance('m', { extension: 'metrics', cluster: 'edge', targetNamespace: 'there' })
  expect(give([profile('base', [offer])], [other])).toMatchObject({
    write: [],
    obstacles: [
      'ExtensionInstance outrigger-system/m has targetNamespace there, which cannot be changed, and Profile base enforces here: delete that instance',
    ],
  })
})

test("on the operator's own cluster the name is that of the extension, however that cluster is named", () => {
  const profiles = [profile('base', [{ extension: 'metrics' }, { extension: 'logs' }])]
  const own = { inCluster: true }
  const named = instance('mine', { extension: 'logs', cluster: 'edge' })
  expect(give(profiles, [named], { spec: own })).toMatchObject({
    write: ['metrics create'],
    names: ['metrics', 'mine'],
  })
})

test('a name that is too long ends with a hash of all of it', () => {
  const long = 'long-'.repeat(12)
  const names = ['a', 'b'].flatMap(
    (last) => give([profile('base', [{ extension: 'metrics', name: `${long}${last}` }])]).names,
  )
  expect(names).toEqual([
    expect.stringMatching(/^edge-long-[a-z-]{34}-[0-9a-f]{8}$/),
    expect.stringMatching(/^edge-long-[a-z-]{34}-[0-9a-f]{8}$/),
  ])
  expect(new Set(names).size).toBe(2)
})

test('of two profiles the stronger is heard, and both are where they speak of different things', () => {
  const strong = profile('strong', [{ extension: 'metrics', mode: 'enforced', name: 'counting' }])
  const weak = profile('weak', [{ extension: 'metrics' }, { extension: 'logs' }])
  expect(give([strong, weak]).write).toEqual(['edge-counting create', 'edge-logs create'])
})
