import { expect, test } from 'vitest'
import type { Health } from '../../clusters/health.ts'
import type { Decision } from './decide.ts'
import { seen, working } from './observation-for-test.ts'
import type { Observation } from './observation.ts'
import type { Outcome } from './outcome.ts'
import { statusOf } from './status.ts'

const began = '2026-01-01T00:00:00Z'
const now = '2026-01-01T00:00:05Z'
const notReady = {
  type: 'Ready',
  status: 'False',
  reason: 'Unhealthy',
  message: 'why',
  lastTransitionTime: began,
}
const nothing: Outcome = { did: 'nothing' }
const rest: Decision = { do: 'rest' }
const progressing: Health = { ...working, is: 'progressing', lines: ['web has 0 of 1 pods'] }
const failed: Health = { ...working, is: 'failed', lines: ['web crashes'] }
const unknown: Health = { ...working, is: 'unknown', mark: undefined }
const missing: Health = { ...progressing, missing: 1, lines: ['1 object is missing'] }
const installed: Outcome = {
  did: 'installed',
  revision: 1,
  version: '1.0.0',
  appVersion: '9',
  inputs: 'new',
}
const obstacle = (again: 'soon' | 'on-change') =>
  ({ reason: 'InstallFailed', message: 'no such API', again }) as const
const cutOff = (message: string) =>
  ({ reason: 'ClusterUnreachable', message, again: 'soon' }) as const
const fails = (again: 'soon' | 'on-change'): Outcome => ({
  did: 'failed',
  obstacle: obstacle(again),
  inputs: 'new',
})
const looked: Outcome = { did: 'looked-for-drift', lines: [], corrected: [], asWanted: false }

interface Row {
  readonly name: string
  readonly decision?: Decision
  readonly outcome?: Outcome
  readonly health?: Health
  readonly observed?: Observation
}

function statusIn({ decision = rest, outcome = nothing, health = working, observed }: Row) {
  return statusOf({ seen: observed ?? seen({}), decision, outcome, health, began, now })
}

/** The Ready condition as `status reason message`, then `working` or `stalled`. */
const rows: readonly (Row & { readonly ready: string; readonly work?: 'working' | 'stalled' })[] = [
  { name: 'works', ready: 'True Installed revision 1' },
  {
    name: 'names the version that it runs',
    observed: seen({}, { status: { version: '1.0.0' } }),
    ready: 'True Installed version 1.0.0, revision 1',
  },
  {
    name: 'names the version that it has just installed',
    decision: { do: 'install' },
    outcome: installed,
    ready: 'True Installed version 1.0.0, revision 1',
  },
  {
    name: 'tells of what it left alone',
    decision: { do: 'install' },
    outcome: { ...installed, leftAlone: ['CustomResourceDefinition x is of others'] },
    ready: 'True Installed version 1.0.0, revision 1; CustomResourceDefinition x is of others',
  },
  {
    name: 'is on its way while objects are',
    health: progressing,
    ready: 'False Progressing web has 0 of 1 pods',
    work: 'working',
  },
  {
    name: 'waits for plugins of its release',
    health: { ...progressing, isChild: true },
    ready: 'False ChildWaiting web has 0 of 1 pods',
    work: 'working',
  },
  {
    name: 'has timed out',
    health: progressing,
    observed: seen({ isOverdue: true }, { spec: { timeout: '5m' } }),
    ready: 'False TimedOut not ready after 5m: web has 0 of 1 pods',
    work: 'stalled',
  },
  {
    name: 'has not timed out in the pass that changed something',
    decision: { do: 'install' },
    outcome: installed,
    health: progressing,
    observed: seen({ isOverdue: true }),
    ready: 'False Progressing web has 0 of 1 pods',
    work: 'working',
  },
  {
    name: 'misses objects, and puts them back',
    health: missing,
    observed: seen({}, { spec: { drift: { mode: 'correct' } } }),
    ready: 'False Missing 1 object is missing',
    work: 'working',
  },
  {
    name: 'misses objects, and leaves that to a person',
    health: missing,
    observed: seen({}, { spec: { drift: { mode: 'warn' } } }),
    ready: 'False Missing 1 object is missing',
    work: 'stalled',
  },
  {
    name: 'misses nothing before the watch has told of what was applied',
    decision: { do: 'install' },
    outcome: installed,
    health: missing,
    ready: 'False Progressing 1 object is missing',
    work: 'working',
  },
  { name: 'is broken', health: failed, ready: 'False Unhealthy web crashes', work: 'stalled' },
  {
    name: 'is broken by a plugin of its release',
    health: { ...failed, isChild: true },
    ready: 'False ChildFailed web crashes',
    work: 'stalled',
  },
  {
    name: 'failed for good',
    decision: { do: 'install' },
    outcome: fails('on-change'),
    ready: 'False InstallFailed no such API',
    work: 'stalled',
  },
  {
    name: 'failed, and tries again',
    decision: { do: 'install' },
    outcome: fails('soon'),
    ready: 'False InstallFailed no such API',
    work: 'working',
  },
  {
    name: 'was cut off from its cluster, and names that with the request',
    decision: { do: 'install' },
    outcome: { did: 'failed', obstacle: cutOff('GET /api was not answered'), inputs: 'new' },
    observed: seen({}, { spec: { cluster: 'edge' } }),
    ready: 'False ClusterUnreachable Cluster edge cannot be reached: GET /api was not answered',
    work: 'working',
  },
  {
    name: 'lacks a right, and names the cluster where that is',
    decision: { do: 'install' },
    outcome: { did: 'failed', obstacle: { ...cutOff('no'), reason: 'Forbidden' }, inputs: 'new' },
    observed: seen({}, { spec: { cluster: 'edge' } }),
    ready: 'False Forbidden on Cluster edge: no',
    work: 'working',
  },
  {
    name: 'cannot see its cluster, and names it once',
    decision: { do: 'refuse', obstacle: cutOff('Cluster edge cannot be reached') },
    observed: seen({}, { spec: { cluster: 'edge' } }),
    ready: 'False ClusterUnreachable Cluster edge cannot be reached',
    work: 'working',
  },
  {
    name: 'is cut off from the own cluster, which has no other name',
    decision: { do: 'refuse', obstacle: cutOff('GET /api was not answered') },
    ready: 'False ClusterUnreachable GET /api was not answered',
    work: 'working',
  },
  {
    name: 'is refused',
    decision: { do: 'refuse', obstacle: obstacle('on-change') },
    ready: 'False InstallFailed no such API',
    work: 'stalled',
  },
  {
    name: 'waits for dependencies',
    decision: { do: 'wait', for: ['plugin n/db', 'plugin n/cache'] },
    ready: 'False Waiting waits for plugin n/db; plugin n/cache',
    work: 'working',
  },
  {
    name: 'is disabled',
    decision: { do: 'stay-disabled' },
    ready: 'True Disabled disabled; the values are kept',
  },
  {
    name: 'has just been disabled',
    outcome: { did: 'uninstalled' },
    ready: 'True Disabled disabled; the values are kept',
  },
  {
    name: 'is suspended, as ready as it was',
    decision: { do: 'leave-alone' },
    observed: seen({}, { status: { conditions: [notReady] } }),
    ready: 'False Suspended suspended',
  },
  {
    name: 'is suspended before anybody knew',
    decision: { do: 'leave-alone' },
    ready: 'Unknown Suspended suspended',
  },
  {
    name: 'is kept for others',
    decision: { do: 'keep-for-others', neededBy: ['n/web'] },
    ready: 'False NeededByOthers still needed by n/web',
    work: 'working',
  },
  {
    name: 'was rolled back',
    decision: { do: 'roll-back', to: 1, because: 'unhealthy' },
    outcome: { ...installed, did: 'rolled-back', revision: 3 },
    observed: seen({ health: failed }),
    ready:
      'False RolledBack rolled back to revision 1, because the one after it did not work: web crashes',
    work: 'stalled',
  },
  {
    name: 'is pinned',
    observed: seen({}, { spec: { pin: 1 } }),
    ready: 'True Pinned revision 1 is revision 1, held by pin',
  },
  {
    name: 'is not at its pin yet',
    observed: seen({}, { spec: { pin: 2 } }),
    ready: 'False Progressing revision 1 is not yet revision 2, which pin asks for',
    work: 'working',
  },
]

test.each(rows)('$name', ({ ready, work, ...row }) => {
  const findings = new Map(statusIn(row)?.findings.map((one) => [one.type, one]))
  const about = findings.get('Ready')
  expect(`${about?.status} ${about?.reason} ${about?.message}`).toBe(ready)
  const tells = ['Reconciling', 'Stalled'].filter((type) => findings.get(type)?.status === 'True')
  const said = { working: ['Reconciling'], stalled: ['Stalled'] }
  expect(tells).toEqual(work === undefined ? [] : said[work])
})

const others: readonly (Row & { readonly type: string; readonly is: string | undefined })[] = [
  { name: 'is installed', type: 'Installed', is: 'True Installed' },
  {
    name: 'is not installed while no revision is deployed',
    observed: seen({ revisions: [{ revision: 1, status: 'failed' }] }),
    type: 'Installed',
    is: 'False NotInstalled',
  },
  {
    name: 'is not wholly uninstalled',
    observed: seen({ revisions: [{ revision: 1, status: 'uninstalling' }] }),
    type: 'Installed',
    is: 'True Uninstalling',
  },
  {
    name: 'is not installed after it was disabled',
    outcome: { did: 'uninstalled' },
    type: 'Installed',
    is: 'False NotInstalled',
  },
  { name: 'is healthy', type: 'Healthy', is: 'True Installed' },
  { name: 'is unhealthy', health: failed, type: 'Healthy', is: 'False Unhealthy' },
  { name: 'is not healthy yet', health: progressing, type: 'Healthy', is: 'False Progressing' },
  {
    name: 'is not healthy without its objects',
    health: missing,
    type: 'Healthy',
    is: 'False Missing',
  },
  {
    name: 'says nothing of a health that nobody knows',
    health: unknown,
    type: 'Healthy',
    is: undefined,
  },
  { name: 'is as it was applied', type: 'Drifted', is: 'False InSync' },
  {
    name: 'has drifted',
    outcome: { ...looked, lines: ['ConfigMap n/a: data.x'] },
    type: 'Drifted',
    is: 'True Drifted',
  },
  {
    name: 'does not look for drift',
    observed: seen({}, { spec: { drift: { mode: 'off' } } }),
    type: 'Drifted',
    is: undefined,
  },
]

test.each(others)('$name ($type)', ({ type, is, ...row }) => {
  const found = statusIn(row)?.findings.find((one) => one.type === type)
  expect(found && `${found.status} ${found.reason}`).toBe(is)
})

const fieldRows: readonly (Row & { readonly fields: object })[] = [
  {
    name: 'tells what was installed',
    decision: { do: 'install' },
    outcome: {
      ...installed,
      applied: { kinds: ['v1/ConfigMap'], objects: 2, mark: 'k' },
      source: { address: 'https://charts.example.com', digest: 'sha256:1' },
    },
    fields: {
      revision: 1,
      version: '1.0.0',
      appVersion: '9',
      releaseName: 'a',
      targetNamespace: 'n',
      inputs: 'new',
      kinds: ['v1/ConfigMap'],
      objects: 2,
      applied: 'k',
      source: 'https://charts.example.com',
      digest: 'sha256:1',
      changedAt: now,
      lastDuration: 5000,
    },
  },
  {
    name: 'does not know yet how long it takes',
    decision: { do: 'install' },
    outcome: installed,
    health: progressing,
    fields: { lastDuration: undefined, changedAt: now },
  },
  {
    name: 'counts failures, and remembers inputs that fail for good',
    outcome: fails('on-change'),
    observed: seen({}, { status: { failures: 2 } }),
    fields: { failures: 3, attempted: 'new' },
  },
  {
    name: 'does not give inputs up that may work later',
    outcome: fails('soon'),
    fields: { failures: 1, attempted: undefined },
  },
  {
    name: 'forgets failures once it is installed',
    decision: { do: 'install' },
    outcome: installed,
    observed: seen({}, { status: { failures: 2, attempted: 'old' } }),
    fields: { failures: undefined, attempted: undefined },
  },
  {
    name: 'gives the inputs up that were rolled back',
    decision: { do: 'roll-back', to: 1, because: 'unhealthy' },
    outcome: { ...installed, did: 'rolled-back', revision: 3, inputs: 'old' },
    observed: seen({ health: failed }, { status: { inputs: 'bad' } }),
    fields: { attempted: 'bad', inputs: 'old', applied: undefined },
  },
  ...(
    [
      { do: 'refuse', obstacle: { reason: 'ValuesNotFound', message: 'no', again: 'on-event' } },
      { do: 'wait', for: ['plugin n/db'] },
      { do: 'wait-for-window', window: { is: 'closed', of: 'Profile p', opensAt: undefined } },
      { do: 'rest' },
    ] as const
  ).flatMap((decision) => [
    {
      name: `forgets what was attempted where it tells of ${decision.do} instead, so that the failure is not hidden`,
      decision,
      observed: seen({}, { status: { failures: 1, attempted: 'bad', inputs: 'old' } }),
      fields: { attempted: undefined, failures: 1, inputs: 'old' },
    },
    {
      name: `remembers what was rolled back where it tells of ${decision.do} instead`,
      decision,
      observed: seen({}, { status: { attempted: 'bad', inputs: 'rolled-back:1' } }),
      fields: { attempted: 'bad', inputs: 'rolled-back:1' },
    },
  ]),
  {
    name: 'forgets what failed for good where something else fails for now',
    outcome: fails('soon'),
    observed: seen({}, { status: { failures: 1, attempted: 'bad', inputs: 'rolled-back:1' } }),
    fields: { failures: 2, attempted: undefined },
  },
  {
    name: 'does not roll back again what could not be rolled back',
    decision: { do: 'rest' },
    observed: seen({}, { status: { failures: 1, attempted: 'pin:1', inputs: 'bad' } }),
    fields: { attempted: 'pin:1' },
  },
  {
    name: 'lists what it waits for',
    decision: { do: 'wait', for: ['plugin n/db'] },
    fields: { waitingFor: ['plugin n/db'] },
  },
  {
    name: 'waits for nothing any more',
    observed: seen({}, { status: { waitingFor: ['plugin n/db'] } }),
    fields: { waitingFor: undefined },
  },
  {
    name: 'forgets what was installed when it is disabled',
    outcome: { did: 'uninstalled' },
    observed: seen({}, { status: { revision: 1, releaseName: 'a', targetNamespace: 'n' } }),
    fields: { revision: undefined, releaseName: 'a', targetNamespace: 'n' },
  },
  {
    name: 'forgets what was installed when the release is of others',
    observed: seen({ release: { is: 'others', message: 'of helm' } }, { status: { revision: 1 } }),
    fields: { revision: undefined },
  },
  {
    name: 'answers a request to try again',
    observed: seen({ retry: 'now' }),
    fields: { retried: 'now' },
  },
  {
    name: 'tells drift, and which state was looked at',
    outcome: { ...looked, lines: ['ConfigMap n/a: data.x'] },
    fields: { drift: ['ConfigMap n/a: data.x'], looked: 'm.c', applied: 'm' },
  },
  {
    name: 'forgets drift once all is as it was applied',
    observed: seen({}, { status: { drift: ['ConfigMap n/a: data.x'], looked: 'm.c' } }),
    fields: { drift: undefined, looked: undefined, applied: 'm' },
  },
  {
    name: 'takes the fields that it owns after a correction',
    outcome: {
      ...looked,
      corrected: [{ group: '', version: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' }],
      mark: 'k',
    },
    fields: { applied: 'k', drift: undefined },
  },
]

test.each(fieldRows)('$name', ({ fields, ...row }) => {
  const told: Readonly<Record<string, unknown>> = { ...statusIn(row)?.fields }
  expect(Object.fromEntries(Object.keys(fields).map((name) => [name, told[name]]))).toEqual(fields)
})

test.each<Row>([
  { name: 'what stays stalled', decision: { do: 'stay-stalled' } },
  { name: 'what is gone', outcome: { did: 'removed-finalizer' } },
])('tells nothing new of $name', (row) => {
  expect(statusIn(row)).toBeUndefined()
})
