import { expect, test } from 'vitest'
import { parseCluster } from '../../kinds/cluster.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { decide } from './decide.ts'
import type { Observation } from './observation.ts'
import { statusOf } from './status.ts'

const now = '2026-05-01T12:00:00Z'

function seen(status: JsonRecord, version: string, spec: JsonRecord = {}): Observation {
  const metadata = { name: 'c', generation: 1 }
  const parsed = parseCluster({ metadata, spec: { inCluster: true, ...spec }, status })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return {
    cluster: parsed.value,
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
