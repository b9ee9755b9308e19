import { expect, test } from 'vitest'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { decideCronJob } from './decide.ts'
import { nextTime } from './next-time.ts'
import { parseSchedule } from './schedule.ts'

test.each([
  { schedule: '*/5 * * * *', after: '2026-01-01T00:01:00Z', next: '2026-01-01T00:05:00Z' },
  { schedule: '0 3 * * *', after: '2026-01-01T03:00:00Z', next: '2026-01-02T03:00:00Z' },
  { schedule: '@monthly', after: '2026-01-15T00:00:00Z', next: '2026-02-01T00:00:00Z' },
  { schedule: '15 10 * * mon-fri', after: '2026-01-02T11:00:00Z', next: '2026-01-05T10:15:00Z' },
  { schedule: '0 0 13 * 5', after: '2026-01-01T00:00:00Z', next: '2026-01-02T00:00:00Z' },
  { schedule: '5/20 1 * * *', after: '2026-01-01T01:06:00Z', next: '2026-01-01T01:25:00Z' },
  { schedule: '0 0 29 2 *', after: '2026-01-01T00:00:00Z', next: '2028-02-29T00:00:00Z' },
  {
    schedule: '30 9 * * *',
    zone: 'Europe/Berlin',
    after: '2026-07-01T00:00:00Z',
    next: '2026-07-01T07:30:00Z',
  },
  {
    schedule: '30 9 * * *',
    zone: 'Asia/Kolkata',
    after: '2026-07-01T00:00:00Z',
    next: '2026-07-01T04:00:00Z',
  },
  { schedule: '0 0 30 2 *', after: '2026-01-01T00:00:00Z', next: undefined },
])('$schedule after $after is at $next', ({ schedule, zone = '', after, next }) => {
  const parsed = parseSchedule(schedule)
  const time = parsed && nextTime(parsed, zone, Date.parse(after))
  expect(time === undefined ? undefined : new Date(time).toISOString().replace('.000', '')).toBe(
    next,
  )
})

test.each(['', '* * * *', '60 * * * *', '* * * * 8', 'a * * * *', '*/0 * * * *', '5-1 * * * *'])(
  '"%s" is no schedule',
  (text) => expect(parseSchedule(text)).toBeUndefined(),
)

const cronJob = (spec: object = {}, status: object = {}): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: {
    name: 'tick',
    namespace: 'default',
    uid: 'u',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: {
    schedule: '*/10 * * * *',
    concurrencyPolicy: 'Allow',
    jobTemplate: { spec: {} },
    ...spec,
  },
  status: { ...status },
})
const job = (name: string, condition?: string): KubeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'default', uid: name, creationTimestamp: name },
  status: condition === undefined ? {} : { conditions: [{ type: condition, status: 'True' }] },
})
const now = Date.parse('2026-01-01T00:10:05Z')

test.each([
  {
    name: 'starts a job when it is time',
    cron: cronJob(),
    jobs: [],
    did: ['create tick-29453770', 'write-status', 'look-again'],
  },
  {
    name: 'starts nothing before',
    cron: cronJob({}, { lastScheduleTime: '2026-01-01T00:10:00Z' }),
    jobs: [],
    did: ['look-again'],
  },
  {
    name: 'starts nothing while it is suspended',
    cron: cronJob({ suspend: true }),
    jobs: [],
    did: [],
  },
  {
    name: 'does not start beside a job that runs when that is forbidden',
    cron: cronJob({ concurrencyPolicy: 'Forbid' }),
    jobs: [job('a')],
    did: ['tell', 'write-status', 'look-again'],
  },
  {
    name: 'replaces a job that runs',
    cron: cronJob({ concurrencyPolicy: 'Replace' }),
    jobs: [job('a')],
    did: ['delete a', 'create tick-29453770', 'write-status', 'look-again'],
  },
  {
    name: 'keeps the youngest of the jobs that are over',
    cron: cronJob({ suspend: true, successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 }),
    jobs: [job('a', 'Complete'), job('b', 'Complete'), job('c', 'Failed')],
    did: ['delete a', 'delete c'],
  },
])('a CronJob $name', ({ cron, jobs, did }) => {
  const actions = decideCronJob({ cron, jobs, since: now, now })
  expect(
    actions.map((action) =>
      action.do === 'create' || action.do === 'delete'
        ? `${action.do} ${nameOf(action.object)}`
        : action.do,
    ),
  ).toEqual(did)
})
