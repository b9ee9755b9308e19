import { expect, test } from 'vitest'
import { parseCluster } from '../../../kinds/cluster.ts'
import { parseExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Parsed } from '../../../kinds/parse-object.ts'
import { parseProfile } from '../../../kinds/profile.ts'
import type { Mark } from '../../../sequence/sequence.ts'
import { decide } from './decide.ts'
import type { Observation } from './observation.ts'
import { statusOf } from './status.ts'

const now = '2026-05-01T12:00:00Z'

function read<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function seen(status: JsonRecord, version: string, spec: JsonRecord = {}): Observation {
  const metadata = { name: 'c', generation: 1 }
  return {
    cluster: read(parseCluster({ metadata, spec: { inCluster: true, ...spec }, status })),
    problems: [],
    credentials: { are: 'accepted' },
    answer: { version, kubelets: [] },
    marks: [],
    profiles: [],
    instances: [],
    instanceAt: () => undefined,
    failures: [],
    plugins: [],
    now,
  }
}

test.each([
  { name: 'the first version is taken as it is', status: {}, since: undefined, settled: true },
  {
    name: 'another version has to settle',
    status: { version: 'v1.34.0' },
    since: now,
    settled: false,
  },
  {
    name: 'another patch too',
    status: { version: 'v1.35.0' },
    since: now,
    settled: false,
  },
  {
    name: 'it goes on to settle',
    status: { version: 'v1.35.1', versionSince: '2026-05-01T11:58:01Z' },
    since: '2026-05-01T11:58:01Z',
    settled: false,
  },
  {
    name: 'it has settled after two minutes',
    status: { version: 'v1.35.1', versionSince: '2026-05-01T11:58:00Z' },
    since: '2026-05-01T11:58:00Z',
    settled: true,
  },
  {
    name: 'after a clock was set back it takes two minutes from then on',
    status: { version: 'v1.35.1', versionSince: '2026-05-01T13:00:00Z' },
    since: now,
    settled: false,
  },
])('$name', ({ status, since, settled }) => {
  const { versionSince, progress, after } = decide(seen(status, 'v1.35.1'))
  expect(versionSince).toBe(since)
  const mark = progress.marks.find(({ step }) => step === 'EnsureSettledVersion')
  expect(mark?.status === 'True').toBe(settled)
  expect(after).toBeLessThanOrEqual(30_000)
})

test.each([
  { target: '1.36', phase: 'Upgrading' },
  { target: '1.35', phase: 'Running' },
  { target: '1.35.9', phase: 'Running' },
  { target: '1.34', phase: 'Running' },
])('on 1.35 a target of $target is $phase', ({ target, phase }) => {
  const found = seen({ version: 'v1.35.1' }, 'v1.35.1', { targetVersion: target })
  expect(statusOf(found, decide(found)).fields['phase']).toBe(phase)
})

const profile = read(
  parseProfile({ metadata: { name: 'p' }, spec: { extensions: [{ extension: 'web' }] } }),
)
const web = read(
  parseExtensionInstance({
    metadata: { name: 'web', namespace: 'outrigger-system' },
    spec: { extension: 'web' },
  }),
)
const skipped = { skipConditions: ['EnsureProfiles'] }
const delegated = { delegateConditions: ['EnsureProfiles'] }
const saidDone: Mark = { step: 'EnsureProfiles', status: 'True', reason: 'Done', message: '' }
const failure = { extension: 'web', message: 'refused' }
const given = { initial: ['web'] }
const removed = [{ extension: 'web', profile: 'p' }]

test.each([
  { name: 'what is written is remembered', writesInstances: true, told: given },
  {
    name: 'what could not be written is not',
    failures: [failure],
    writesInstances: true,
    told: {},
  },
  { name: 'nothing is given where that is skipped', features: skipped, told: {} },
  { name: 'nothing is given where that is delegated', features: delegated, told: {} },
  {
    name: 'what its operator says to have given is not taken for given',
    features: delegated,
    marks: [saidDone],
    told: {},
  },
  {
    name: 'what its operator gave is',
    features: delegated,
    marks: [saidDone],
    instances: [web],
    told: given,
  },
  {
    name: 'what was given and taken away is remembered although no more is given',
    features: skipped,
    status: given,
    told: { ...given, removed },
  },
])('$name', ({ features = {}, status = {}, writesInstances = false, told, ...more }) => {
  const found = { ...seen(status, 'v1.35.1', { features }), profiles: [profile], ...more }
  const decision = decide(found)
  const { initial, removed: away } = statusOf(found, decision).fields
  expect(decision.writesInstances).toBe(writesInstances)
  expect({ initial, removed: away }).toEqual(told)
})

test.each([
  { name: 'what is there has to be ready', instances: [web], at: 'EnsureExtensions' },
  { name: 'what nobody gives is not waited for', instances: [], at: undefined },
])('where giving is skipped, $name', ({ instances, at }) => {
  const found = { ...seen({}, 'v1.35.1', { features: skipped }), profiles: [profile], instances }
  expect(decide(found).progress.at).toBe(at)
})
