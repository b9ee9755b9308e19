import { expect, test } from 'vitest'
import type { Plugin } from '../../../kinds/plugin.ts'
import { decide } from './decide.ts'
import type { Question } from './observation.ts'
import {
  cluster,
  condition,
  dependency,
  extension,
  instance,
  offer,
  pluginFrom,
  question,
} from './question-for-test.ts'

const deleted = '2026-01-01T00:00:00Z'
const ours = (plugin: Plugin = pluginFrom()) => ({ plugin, isOurs: true })
const obstacle = (again: 'soon' | 'on-event' | 'on-change') =>
  ({ reason: 'ClusterUnreachable', message: 'it is away', again }) as const
const versionObstacle = {
  reason: 'VersionUnstable',
  message: 'Kubernetes to settle',
  again: 'on-event',
} as const
const take = (version: string) => ({ choice: { is: 'take', offer: offer(version) } as const })
const keep = { choice: { is: 'keep', because: 'it is no longer listed' } as const }
const uninstall = { choice: { is: 'uninstall', because: 'it is retired' } as const }
const isDeleted = { instance: instance({ metadata: { deletionTimestamp: deleted } }) }
const isDisabled = { instance: instance({ spec: { enabled: false } }) }
const collected = instance({ metadata: { labels: { 'outrigger.dev/dependency': 'true' } } })
const ready = (reason: string) => [condition('Ready', 'False', reason)]
const going = (reason?: string) =>
  ours(
    pluginFrom(
      {},
      {
        metadata: { deletionTimestamp: deleted },
        ...(reason === undefined ? {} : { status: { conditions: ready(reason) } }),
      },
    ),
  )
const newer = { ...cluster, version: 'v1.35.0' }
const installs = { spec: { dependencies: 'install' } }
const gone = { provider: undefined }
const holder = (more: Parameters<typeof instance>[0]) => instance(more)
const secretInstance = instance({
  spec: { parametersFrom: [{ kind: 'Secret', name: 's', key: 'k' }] },
})
const failing = offer('1.0.0', { values: '{{ fail "no" }}' })
const schema = { type: 'object', properties: { size: { type: 'integer' } } }
const foreignSecret = { data: {}, state: '', uid: 's', resourceVersion: '1', isOurs: false }
const moves = { ...take('2.0.0'), plugin: ours() }

const rows: readonly { name: string; seen: Partial<Question>; decision: object }[] = [
  {
    name: 'writes the Plugin at first',
    seen: {},
    decision: { do: 'write', desired: { spec: { version: '1.0.0' } } },
  },
  {
    name: 'rests when the Plugin says it already',
    seen: { plugin: ours() },
    decision: { do: 'rest' },
  },
  {
    name: "refuses a Plugin of that name which is another one's",
    seen: { plugin: { ...ours(), isOurs: false } },
    decision: { do: 'refuse', obstacle: { reason: 'Conflict', again: 'on-event' } },
  },
  {
    name: 'removes its finalizer beside a Plugin of another one',
    seen: { ...isDeleted, plugin: { ...ours(), isOurs: false } },
    decision: { do: 'remove-finalizer' },
  },
  {
    name: 'rests beside it without a finalizer',
    seen: { ...isDeleted, hasFinalizer: false, plugin: { ...ours(), isOurs: false } },
    decision: { do: 'rest' },
  },
  {
    name: 'removes the finalizer when the Plugin is gone',
    seen: isDeleted,
    decision: { do: 'remove-finalizer' },
  },
  {
    name: 'rests without a finalizer',
    seen: { ...isDeleted, hasFinalizer: false },
    decision: { do: 'rest' },
  },
  {
    name: 'deletes the Plugin first',
    seen: { ...isDeleted, plugin: ours() },
    decision: { do: 'delete-plugin', because: 'deleted' },
  },
  {
    name: 'waits for a Plugin that goes',
    seen: { ...isDeleted, plugin: going() },
    decision: { do: 'wait-for-plugin', message: 'its Plugin n/a is being uninstalled' },
  },
  ...[
    'ClusterNotFound',
    'ClusterUnreachable',
    'NeededByOthers',
    'UninstallFailed',
    'Forbidden',
    'AccountMissing',
  ].map((reason) => ({
    name: `tells that its Plugin cannot go: ${reason}`,
    seen: { ...isDeleted, plugin: going(reason) },
    decision: {
      do: 'wait-for-plugin',
      reason,
      message: 'its Plugin n/a is being uninstalled: why',
    },
  })),
  {
    name: 'does not tell other reasons of a Plugin that goes',
    seen: { ...isDeleted, plugin: going('Progressing') },
    decision: { do: 'wait-for-plugin', message: 'its Plugin n/a is being uninstalled' },
  },
  {
    name: 'waits for the Profile that puts another spec back',
    seen: { enforcing: 'base', plugin: ours(), ...isDisabled },
    decision: { do: 'wait', reason: 'Waiting' },
  },
  {
    name: 'goes also when a Profile enforces it',
    seen: { ...isDeleted, enforcing: 'base' },
    decision: { do: 'remove-finalizer' },
  },
  {
    name: 'goes when nobody needs it any more',
    seen: { instance: collected, plugin: ours() },
    decision: { do: 'collect' },
  },
  {
    name: 'stays while somebody needs it',
    seen: { instance: collected, neededBy: ['n/b'] },
    decision: { do: 'write' },
  },
  {
    name: 'stays when somebody has changed it',
    seen: { instance: { ...collected, metadata: { ...collected.metadata, generation: 2 } } },
    decision: { do: 'write' },
  },
  {
    name: 'switches its Plugin off',
    seen: { ...isDisabled, plugin: ours() },
    decision: { do: 'switch-off' },
  },
  {
    name: 'rests when that is off',
    seen: { ...isDisabled, plugin: ours(pluginFrom({}, { spec: { enabled: false } })) },
    decision: { do: 'rest' },
  },
  { name: 'is off without a Plugin', seen: isDisabled, decision: { do: 'rest' } },
  {
    name: 'switches off whatever else is wrong',
    seen: { ...isDisabled, plugin: ours(), extension: undefined, cluster: obstacle('soon') },
    decision: { do: 'switch-off' },
  },
  {
    name: 'waits for its Extension',
    seen: { extension: undefined },
    decision: {
      do: 'wait',
      reason: 'ExtensionNotFound',
      for: ['Extension web, which does not exist'],
    },
  },
  {
    name: 'waits for an Extension that is for its namespace',
    seen: { isVisible: false, plugin: ours() },
    decision: {
      do: 'wait',
      reason: 'NotVisible',
      for: ['Extension web, which is not for namespace n'],
    },
  },
  {
    name: 'waits for an Extension that is valid',
    seen: { problems: ['a', 'b'] },
    decision: {
      do: 'wait',
      reason: 'InvalidSpec',
      for: ['Extension web, which is not valid: a; b'],
    },
  },
  {
    name: 'waits for its cluster',
    seen: { cluster: obstacle('on-event') },
    decision: { do: 'wait', reason: 'ClusterUnreachable', for: ['it is away'] },
  },
  {
    name: 'comes again for a cluster that may be back soon',
    seen: { cluster: obstacle('soon') },
    decision: { do: 'refuse', obstacle: { again: 'soon' } },
  },
  {
    name: 'waits for a source',
    seen: { choice: { is: 'none', because: 'none is for it' } },
    decision: { do: 'wait', reason: 'NoSource', for: ['none is for it'] },
  },
  {
    name: 'stays away where nothing could be kept',
    seen: keep,
    decision: { do: 'stay-away', because: 'it is no longer listed' },
  },
  {
    name: 'keeps what is no longer listed',
    seen: { ...keep, plugin: ours() },
    decision: { do: 'rest' },
  },
  {
    name: 'gives what is kept its parameters',
    seen: {
      ...keep,
      plugin: ours(),
      instance: instance({ spec: { parameters: { a: 1 } } }),
      parameters: { a: 1 },
    },
    decision: { do: 'write', desired: { spec: { values: { a: 1 }, version: '1.0.0' } } },
  },
  {
    name: 'keeps what is no longer listed on its Kubernetes',
    seen: { ...keep, plugin: ours(), cluster: newer },
    decision: { do: 'rest' },
  },
  {
    name: 'uninstalls what is retired',
    seen: { ...uninstall, plugin: ours() },
    decision: { do: 'delete-plugin', because: 'retired', message: 'it is retired' },
  },
  {
    name: 'waits until that is gone',
    seen: { ...uninstall, plugin: going() },
    decision: { do: 'wait-for-plugin', message: 'it is retired' },
  },
  {
    name: 'stays away when it is retired',
    seen: uninstall,
    decision: { do: 'stay-away', because: 'it is retired' },
  },
  {
    name: 'waits for parameters',
    seen: { parameters: { reason: 'ValuesNotFound', message: 'no Secret', again: 'on-event' } },
    decision: { do: 'wait', reason: 'ValuesNotFound', for: ['no Secret'] },
  },
  {
    name: 'refuses parameters that do not read',
    seen: { parameters: { reason: 'InvalidParameters', message: 'no YAML', again: 'on-change' } },
    decision: { do: 'refuse', obstacle: { reason: 'InvalidParameters' } },
  },
  {
    name: 'refuses parameters that the Extension does not take',
    seen: { extension: extension({ parameters: schema }), parameters: { size: 'big' } },
    decision: {
      do: 'refuse',
      obstacle: { reason: 'InvalidParameters', message: expect.stringContaining('/size') },
    },
  },
  {
    name: 'does not show parameters from Secrets',
    seen: {
      instance: secretInstance,
      extension: extension({ parameters: schema }),
      parameters: { size: 'hidden-one' },
    },
    decision: { do: 'refuse', obstacle: { message: expect.stringMatching(/^(?!.*hidden-one)/) } },
  },
  {
    name: 'takes parameters that fit',
    seen: { extension: extension({ parameters: schema }), parameters: { size: 3 } },
    decision: { do: 'write' },
  },
  {
    name: 'moves to another source',
    seen: moves,
    decision: { do: 'write', desired: { spec: { version: '2.0.0' } } },
  },
  {
    name: 'moves in a version that settles, when Kubernetes is the same',
    seen: { ...moves, cluster: { ...cluster, versionObstacle } },
    decision: { do: 'write', desired: { spec: { version: '2.0.0' } } },
  },
  {
    name: 'does not follow a version that has not settled',
    seen: { ...moves, cluster: { ...newer, versionObstacle } },
    decision: { do: 'wait', reason: 'VersionUnstable', others: 'are applied' },
  },
  {
    name: 'comes on a version that has not settled',
    seen: { cluster: { ...newer, versionObstacle } },
    decision: { do: 'write' },
  },
  {
    name: 'follows Kubernetes with the same source',
    seen: { plugin: ours(), cluster: newer },
    decision: { do: 'write', desired: { annotations: { 'outrigger.dev/chosen-for': 'v1.35.0' } } },
  },
  {
    name: 'stays on its Kubernetes while the new one settles',
    seen: { plugin: ours(), cluster: { ...newer, versionObstacle } },
    decision: { do: 'rest' },
  },
  {
    name: 'follows after what it needs',
    seen: {
      plugin: ours(pluginFrom({ needs: ['n/db'] })),
      cluster: newer,
      dependencies: [dependency({ isMoving: true })],
    },
    decision: {
      do: 'wait',
      reason: 'Waiting',
      for: ['extension db, which follows Kubernetes first'],
      others: 'are applied',
    },
  },
  {
    name: 'moves before an upgrade after what it needs',
    seen: {
      ...moves,
      cluster: { ...cluster, target: '1.35' },
      dependencies: [dependency({ isMoving: true })],
    },
    decision: { do: 'wait', reason: 'Waiting' },
  },
  {
    name: 'is not held by a late dependency otherwise',
    seen: { ...moves, dependencies: [dependency({ isMoving: true })] },
    decision: { do: 'write' },
  },
  {
    name: 'waits for a tag that cannot be resolved',
    seen: { resolved: obstacle('on-event') },
    decision: { do: 'wait', reason: 'ClusterUnreachable' },
  },
  {
    name: 'takes other changes while a tag cannot be resolved',
    seen: {
      plugin: ours(),
      resolved: obstacle('soon'),
      instance: instance({ spec: { parameters: { a: 1 } } }),
      parameters: { a: 1 },
    },
    decision: { do: 'write', hindered: { do: 'refuse' }, desired: { spec: { values: { a: 1 } } } },
  },
  {
    name: 'pins the state of a tag',
    seen: {
      choice: {
        is: 'take',
        offer: offer('v1', {
          tag: 'v1',
          repo: 'oci://r.example.com/web',
          name: undefined,
          chartVersion: undefined,
        }),
      },
      resolved: { digest: 'sha256:aa', newer: undefined, trouble: undefined, lookedAt: deleted },
    },
    decision: { do: 'write', desired: { spec: { repo: 'oci://r.example.com/web@sha256:aa' } } },
  },
  {
    name: 'waits for what it needs',
    seen: { dependencies: [dependency(gone)] },
    decision: {
      do: 'wait',
      reason: 'Waiting',
      for: ['extension db, which has no instance on the cluster'],
    },
  },
  {
    name: 'says whose Plugins would do',
    seen: { account: 'outrigger', dependencies: [dependency(gone)] },
    decision: { do: 'wait', for: [expect.stringContaining('service account n/outrigger may get')] },
  },
  {
    name: 'says the same words when one is hidden',
    seen: { account: 'outrigger', dependencies: [dependency({ ...gone, isHidden: true })] },
    decision: { do: 'wait', for: [expect.stringContaining('service account n/outrigger may get')] },
  },
  {
    name: 'installs what it needs',
    seen: { instance: instance(installs), dependencies: [dependency({ ...gone, range: '>=2' })] },
    decision: { do: 'install-needed', needs: [{ extension: 'db', range: '>=2' }] },
  },
  {
    name: 'waits where the name is taken',
    seen: {
      instance: instance(installs),
      dependencies: [dependency({ ...gone, holder: holder({ spec: { extension: 'other' } }) })],
    },
    decision: {
      do: 'wait',
      for: ['extension db, which has no instance on the cluster; n/a is one of other'],
    },
  },
  {
    name: 'waits for an instance that is being deleted',
    seen: {
      instance: instance(installs),
      dependencies: [
        dependency({
          ...gone,
          holder: holder({ metadata: { deletionTimestamp: deleted }, spec: { extension: 'db' } }),
        }),
      ],
    },
    decision: { do: 'wait', for: ['extension db, whose instance n/a is being deleted'] },
  },
  {
    name: 'waits for an instance that is disabled',
    seen: {
      instance: instance(installs),
      dependencies: [
        dependency({ ...gone, holder: holder({ spec: { extension: 'db', enabled: false } }) }),
      ],
    },
    decision: { do: 'wait', for: ['extension db, whose instance n/a is disabled'] },
  },
  {
    name: 'waits for a version that will do',
    seen: { dependencies: [dependency({ range: '>=3' })] },
    decision: { do: 'wait', for: ['extension db in version >=3, which is 2.0.0'] },
  },
  {
    name: 'takes a version that will do',
    seen: { dependencies: [dependency({ range: '>=2' })] },
    decision: { do: 'write', desired: { spec: { dependsOn: [{ plugin: 'n/db' }] } } },
  },
  {
    name: 'waits for one that is not installed, where a version is asked for',
    seen: {
      dependencies: [
        dependency({ range: '>=2', provider: instance({ spec: { extension: 'db' } }) }),
      ],
    },
    decision: { do: 'wait', for: ['extension db, which is not installed yet'] },
  },
  {
    name: 'runs on without what it needs',
    seen: { plugin: ours(pluginFrom({ needs: ['n/db'] })), dependencies: [dependency(gone)] },
    decision: { do: 'rest' },
  },
  {
    name: 'does not move without what it needs',
    seen: { ...moves, dependencies: [dependency(gone)] },
    decision: { do: 'wait', others: 'are applied' },
  },
  {
    name: 'does not come back without what it needs',
    seen: {
      plugin: ours(pluginFrom({}, { spec: { enabled: false } })),
      dependencies: [dependency(gone)],
    },
    decision: { do: 'wait', reason: 'Waiting' },
  },
  {
    name: 'says that the asked version is not applied',
    seen: { ...moves, asked: '2.0.0', dependencies: [dependency(gone)] },
    decision: { do: 'wait', reason: 'Waiting' },
  },
  {
    name: 'keeps standing on the provider that runs',
    seen: {
      plugin: ours(pluginFrom({ needs: ['m/db'] })),
      dependencies: [
        dependency({
          standing: 'm/db',
          provider: instance({ metadata: { name: 'db' }, spec: { extension: 'db' } }),
        }),
      ],
    },
    decision: { do: 'rest' },
  },
  {
    name: 'stands on the provider that is installed',
    seen: {
      plugin: ours(pluginFrom({ needs: ['m/db'] })),
      dependencies: [dependency({ standing: 'm/db' })],
    },
    decision: { do: 'write', desired: { spec: { dependsOn: [{ plugin: 'n/db' }] } } },
  },
  {
    name: 'tells a values document that fails',
    seen: { choice: { is: 'take', offer: failing } },
    decision: {
      do: 'refuse',
      obstacle: { reason: 'InvalidParameters', message: expect.stringContaining('no') },
    },
  },
  {
    name: 'does not tell its text where parameters come from Secrets',
    seen: { instance: secretInstance, choice: { is: 'take', offer: failing } },
    decision: { do: 'refuse', obstacle: { message: expect.stringContaining('is not told') } },
  },
  {
    name: "refuses a Secret of that name which is another one's",
    seen: { globals: { values: { a: 1 }, images: undefined }, writtenValues: foreignSecret },
    decision: { do: 'refuse', obstacle: { reason: 'Conflict' } },
  },
  {
    name: 'leaves such a Secret alone when it needs none',
    seen: { writtenValues: foreignSecret },
    decision: { do: 'write', desired: { secret: undefined } },
  },
  {
    name: 'writes values of profiles to a Secret',
    seen: { globals: { values: { a: 1 }, images: undefined } },
    decision: { do: 'write', desired: { secret: { salt: 'salt' } } },
  },
  {
    name: 'asks whether a source fits before anything is written',
    seen: { fit: { is: 'not-asked' }, parameters: { a: 1 } },
    decision: {
      do: 'ask-fit',
      question: { offer: { version: '1.0.0' }, parameters: { a: 1 }, digest: undefined },
    },
  },
  {
    name: 'asks for the state of a tag that upgrades by hand hold',
    seen: {
      fit: { is: 'not-asked' },
      choice: { is: 'take', offer: offer('1.0.0', { tag: 'stable' }) },
      instance: instance({
        spec: { upgrade: 'manual' },
        status: { source: offer('1.0.0').key, digest: 'sha256:aa' },
      }),
    },
    decision: { do: 'ask-fit', question: { digest: 'sha256:aa' } },
  },
  {
    name: 'asks nothing for an Extension that is not valid',
    seen: { fit: { is: 'not-asked' }, problems: ['it has no source'] },
    decision: { do: 'wait', reason: 'InvalidSpec' },
  },
  {
    name: 'asks nothing of a cluster that is away',
    seen: { fit: { is: 'not-asked' }, cluster: obstacle('on-event') },
    decision: { do: 'wait', reason: 'ClusterUnreachable' },
  },
  {
    name: 'switches off without asking',
    seen: { ...isDisabled, fit: { is: 'not-asked' }, plugin: ours() },
    decision: { do: 'switch-off' },
  },
  {
    name: 'takes a source that could not be judged, for its Plugin tells why',
    seen: { fit: { is: 'not-judged', because: 'it does not render' } },
    decision: { do: 'write' },
  },
  {
    name: 'waits when it could not be found out whether a source fits',
    seen: {
      fit: { is: 'unknown', obstacle: obstacle('soon') },
      resolved: obstacle('soon'),
    },
    decision: { do: 'refuse', obstacle: { message: 'it is away' } },
  },
  {
    name: 'tries again when somebody asks',
    seen: {
      plugin: ours(),
      instance: instance({ metadata: { annotations: { 'outrigger.dev/retry': 'now' } } }),
    },
    decision: { do: 'write', desired: { annotations: { 'outrigger.dev/retry': 'now' } } },
  },
]

test.each(rows)('$name', ({ seen, decision }) => {
  expect(decide(question(seen))).toMatchObject(decision)
})

test('a decision that applies no other changes says nothing of them', () => {
  const seen = question({ ...moves, asked: '2.0.0', dependencies: [dependency(gone)] })
  expect(decide(seen)).not.toHaveProperty('others')
})
