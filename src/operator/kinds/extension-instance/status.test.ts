import { expect, test } from 'vitest'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { FinalDecision } from './decision.ts'
import type { Observation } from './observation.ts'
import { cluster, condition, instance, offer, pluginFrom, question } from './question-for-test.ts'
import { statusOf } from './status.ts'

const working = condition('Ready', 'True', 'Installed')
const plugin = (
  status: JsonRecord = {},
  spec: JsonRecord = {},
  metadata: JsonRecord = {},
): Plugin =>
  pluginFrom(
    {},
    {
      metadata,
      spec,
      status: {
        observedGeneration: 1,
        observedKubernetes: cluster.version,
        revision: 1,
        conditions: [working, condition('Installed', 'True', 'Installed')],
        ...status,
      },
    },
  )
const not = (reason: string, ...more: readonly JsonRecord[]) => ({
  conditions: [condition('Ready', 'False', reason), ...more],
})
const stalled = condition('Stalled', 'True', 'Unhealthy')
const obstacle = (again: 'soon' | 'on-event' | 'on-change') =>
  ({ reason: 'ClusterUnreachable', message: 'it is away', again }) as const
const rest: FinalDecision = { do: 'rest' }
const wait: FinalDecision = { do: 'wait', reason: 'Waiting', for: ['db', 'cache'] }
const applied = instance({ metadata: { generation: 2 }, status: { appliedGeneration: 1 } })
const off = instance({ spec: { enabled: false } })
const keep = { is: 'keep', because: 'it is no longer listed' } as const
const tag = { digest: 'sha256:1', newer: undefined, trouble: undefined, lookedAt: 'then' }
const ranBefore = instance({ status: { version: '1.0.0', source: 'old' } })

/** The Ready condition as `status reason message`, then `working` or `stalled`. */
interface Row {
  readonly name: string
  readonly decision?: FinalDecision
  readonly seen?: Partial<Observation>
  readonly plugin?: Plugin | undefined
  readonly wantedValues?: string
  readonly ready: string
  readonly work?: 'working' | 'stalled'
}

const rows: readonly Row[] = [
  { name: 'says what its Plugin says', plugin: plugin(), ready: 'True Installed why' },
  {
    name: 'waits for a Plugin that is being written',
    ready: 'False Installing its Plugin is being written',
    work: 'working',
  },
  {
    name: 'is disabled without a Plugin',
    seen: { instance: off },
    ready: 'True Disabled disabled',
  },
  {
    name: 'waits for a Plugin that nobody has looked at',
    plugin: plugin({ observedGeneration: 0, conditions: [working] }),
    ready: 'False Installing its Plugin was not looked at yet',
    work: 'working',
  },
  {
    name: 'waits for an upgrade that nobody has looked at',
    plugin: plugin({ observedGeneration: 0 }),
    ready: 'False Upgrading its Plugin was not looked at yet',
    work: 'working',
  },
  {
    name: 'installs nothing while it waits for a Plugin that is switched off',
    plugin: plugin({ observedGeneration: 0 }, { enabled: false }),
    ready: 'False Uninstalling its Plugin was not looked at yet',
    work: 'working',
  },
  {
    name: 'waits for a Plugin without a condition',
    plugin: plugin({ conditions: [] }),
    ready: 'False Installing its Plugin was not looked at yet',
    work: 'working',
  },
  {
    name: 'waits for a Plugin that is to try again',
    plugin: plugin({}, {}, { annotations: { 'outrigger.dev/retry': 'now' } }),
    ready: 'False Progressing its Plugin has not tried again yet',
    work: 'working',
  },
  {
    name: 'waits for a Plugin that has not read the newest values',
    plugin: plugin({ observedValues: 'old' }),
    wantedValues: 'new',
    ready: 'False Progressing its Plugin has not looked at the newest values yet',
    work: 'working',
  },
  {
    name: 'waits for a Plugin that has not followed Kubernetes',
    plugin: plugin({ observedKubernetes: 'v1.33.0' }),
    ready: 'False Progressing its Plugin has not followed Kubernetes v1.34.1 yet',
    work: 'working',
  },
  {
    name: 'asks nothing of a suspended Plugin',
    plugin: plugin({ observedValues: 'old' }, { suspend: true }),
    wantedValues: 'new',
    ready: 'True Installed why',
  },
  {
    name: 'is on its way while its Plugin is',
    plugin: plugin(not('Progressing')),
    ready: 'False Progressing why',
    work: 'working',
  },
  {
    name: 'is stalled when its Plugin is',
    plugin: plugin(not('Unhealthy', stalled)),
    ready: 'False Unhealthy why',
    work: 'stalled',
  },
  {
    name: 'is stalled when it is refused until somebody changes it',
    decision: { do: 'refuse', obstacle: obstacle('on-change') },
    plugin: plugin(),
    ready: 'False ClusterUnreachable it is away',
    work: 'stalled',
  },
  {
    name: 'works on when it is refused until something happens',
    decision: { do: 'refuse', obstacle: obstacle('on-event') },
    plugin: plugin(),
    ready: 'False ClusterUnreachable it is away',
    work: 'working',
  },
  {
    name: 'stays ready when what it runs does not depend on a passing refusal',
    decision: { do: 'refuse', obstacle: obstacle('soon') },
    plugin: plugin(),
    ready: 'True ClusterUnreachable it is away',
    work: 'working',
  },
  {
    name: 'stays ready while it waits for something to move to',
    decision: wait,
    plugin: plugin(),
    ready: 'True Waiting waits for db; cache',
    work: 'working',
  },
  {
    name: 'is not ready while it waits with a change that is not applied',
    decision: wait,
    seen: { instance: applied },
    plugin: plugin(),
    ready: 'False Waiting waits for db; cache',
    work: 'working',
  },
  {
    name: 'stays ready while it waits, once the current source has the change',
    decision: { ...wait, others: 'are applied' },
    seen: { instance: applied },
    plugin: plugin(),
    ready: 'True Waiting waits for db; cache',
    work: 'working',
  },
  {
    name: 'is not ready while it waits and its Plugin is off',
    decision: wait,
    plugin: plugin({}, { enabled: false }),
    ready: 'False Waiting waits for db; cache',
    work: 'working',
  },
  {
    name: 'is not ready without the values that it needs',
    decision: { do: 'wait', reason: 'ValuesNotFound', for: ['Secret n/s'] },
    plugin: plugin(),
    ready: 'False ValuesNotFound waits for Secret n/s',
    work: 'working',
  },
  {
    name: 'says why there is no source',
    decision: { do: 'wait', reason: 'NoSource', for: ['no range allows v1.34.1'] },
    ready: 'False NoSource no range allows v1.34.1',
    work: 'working',
  },
  {
    name: 'names the dependencies that it installs',
    decision: { do: 'install-needed', needs: [{ extension: 'db', range: undefined }] },
    ready: 'False Waiting waits for db, installed because this needs it',
    work: 'working',
  },
  {
    name: 'is being uninstalled',
    decision: { do: 'delete-plugin', because: 'deleted', message: 'it goes' },
    plugin: plugin(),
    ready: 'False Uninstalling it goes',
    work: 'working',
  },
  {
    name: 'says what keeps its Plugin from going',
    decision: { do: 'wait-for-plugin', message: 'it goes: needed', reason: 'NeededByOthers' },
    plugin: plugin(),
    ready: 'False NeededByOthers it goes: needed',
    work: 'working',
  },
  {
    name: 'stays away when it is retired',
    decision: { do: 'stay-away', because: 'it is retired' },
    ready: 'False Retired it is retired',
    work: 'stalled',
  },
  {
    name: 'works on with a source that is no longer listed',
    seen: { choice: keep },
    plugin: plugin(),
    ready: 'True Retired it is no longer listed',
  },
  {
    name: 'is stalled when the version that is asked for is not there',
    seen: { choice: { ...keep, lacks: 'what was asked for' } },
    plugin: plugin(),
    ready: 'False NoSource it is no longer listed',
    work: 'stalled',
  },
  {
    name: 'adds a notice about the version',
    seen: { choice: { is: 'take', offer: offer('1.0.0'), notice: 'it goes in May' } },
    plugin: plugin(),
    ready: 'True Installed why; it goes in May',
  },
  {
    name: 'adds why a tag cannot be looked at',
    seen: { resolved: { ...tag, trouble: 'no answer' } },
    plugin: plugin(),
    ready: 'True Installed why; its tag cannot be looked at, so what runs stays: no answer',
  },
]

test.each(rows)('$name', ({ decision = rest, seen, plugin: found, wantedValues, ready, work }) => {
  const pass = { seen: question(seen), decision, plugin: found, wantedValues }
  const findings = new Map(statusOf(pass)?.findings.map((one) => [one.type, one]))
  const about = findings.get('Ready')
  expect(`${about?.status} ${about?.reason} ${about?.message}`).toBe(ready)
  const tells = ['Reconciling', 'Stalled'].filter((type) => findings.get(type)?.status === 'True')
  const said = { working: ['Reconciling'], stalled: ['Stalled'] }
  expect(tells).toEqual(work === undefined ? [] : said[work])
})

const fieldRows: readonly (Omit<Row, 'ready' | 'work'> & { readonly fields: object })[] = [
  {
    name: 'names the Plugin and what it runs',
    plugin: plugin(),
    fields: { plugin: 'n/a', version: '1.0.0', source: offer('1.0.0').key, kubernetes: 'v1.34.1' },
  },
  {
    name: 'keeps what ran while the Plugin does not tell',
    seen: { instance: ranBefore },
    plugin: plugin({ observedGeneration: 0 }),
    fields: { version: '1.0.0', source: 'old' },
  },
  {
    name: 'remembers what ran before it was retired',
    decision: { do: 'stay-away', because: 'it is retired' },
    seen: { instance: ranBefore },
    fields: { retired: '1.0.0', version: undefined, source: undefined },
  },
  {
    name: 'tells which state of a tag is used, and when it was looked at',
    seen: { resolved: tag },
    plugin: plugin(),
    fields: { digest: 'sha256:1', lookedAt: 'then' },
  },
  {
    name: 'tells a tag that has moved',
    seen: { resolved: { ...tag, newer: 'sha256:2' } },
    plugin: plugin(),
    fields: { available: '1.0.0@sha256:2' },
  },
  { name: 'lists what it waits for', decision: wait, fields: { waitingFor: ['db', 'cache'] } },
  {
    name: 'says that all of a generation is applied',
    seen: { instance: applied },
    plugin: plugin(),
    fields: { appliedGeneration: 2 },
  },
  {
    name: 'says that a generation is not applied yet',
    decision: wait,
    seen: { instance: applied },
    plugin: plugin(),
    fields: { appliedGeneration: 1 },
  },
  {
    name: 'is prepared for an upgrade once nothing is left to do before it',
    seen: { cluster: { ...cluster, target: '1.35' } },
    plugin: plugin(),
    fields: { preparedFor: '1.35' },
  },
  {
    name: 'is not prepared while its Plugin works on it',
    seen: { cluster: { ...cluster, target: '1.35' } },
    plugin: plugin(not('Progressing')),
    fields: { preparedFor: undefined },
  },
  {
    name: 'answers a request to try again',
    seen: { instance: instance({ metadata: { annotations: { 'outrigger.dev/retry': 'now' } } }) },
    fields: { retried: 'now' },
  },
]

test.each(fieldRows)('$name', ({ decision = rest, seen, plugin: found, fields }) => {
  const pass = { seen: question(seen), decision, plugin: found, wantedValues: undefined }
  const told = statusOf(pass)?.fields ?? {}
  const asked = Object.keys(fields).map((name) => [name, told[name]])
  expect(Object.fromEntries(asked)).toEqual(fields)
})

test.each<FinalDecision>([{ do: 'remove-finalizer' }, { do: 'collect' }])(
  'tells nothing of an instance that is gone: $do',
  (decision) => {
    const pass = { seen: question(), decision, plugin: undefined, wantedValues: undefined }
    expect(statusOf(pass)).toBeUndefined()
  },
)

test('mirrors the conditions of the Plugin', () => {
  const healthy = condition('Healthy', 'False', 'Unhealthy')
  const found = plugin({ conditions: [working, healthy] })
  const pass = { seen: question(), decision: rest, plugin: found, wantedValues: undefined }
  expect(statusOf(pass)?.findings).toContainEqual(
    expect.objectContaining({ type: 'Healthy', status: 'False', reason: 'Unhealthy' }),
  )
})
