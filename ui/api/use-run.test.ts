import { expect, test } from 'vitest'
import { type WatchedRun, withCause, withObject } from './use-run.ts'

const place = { kind: 'Deployment', namespace: 'default', name: 'web' }
const run: WatchedRun = {
  step: { reason: '', message: '', waitingFor: [] },
  objects: [{ ...place, status: 'InProgress', reason: '', message: '' }],
  causes: [{ ...place, chain: [] }],
  warnings: [],
  state: 'running',
  message: '',
}

test.each([
  { name: 'an object that is told again stays one line', status: 'Failed', lines: 1, causes: 1 },
  { name: 'the cause of an object that became well goes', status: 'Current', lines: 1, causes: 0 },
])('$name', ({ status, lines, causes }) => {
  const after = withObject(run, { ...place, status, reason: '', message: '' })
  expect([after.objects.length, after.causes.length]).toEqual([lines, causes])
  expect(after.objects[0]?.status).toBe(status)
})

test('another object gets a line of its own', () => {
  const other = { ...place, name: 'other', status: 'Current', reason: '', message: '' }
  expect(withObject(run, other).objects).toHaveLength(2)
})

const cause = (pod: string, reason: string) => ({
  ...place,
  chain: [
    { subject: 'Deployment web', reason: 'LessAvailable', message: '' },
    { subject: `Pod ${pod}`, reason, message: '' },
  ],
})

test('a cause that goes on takes the place of the one before, and another one stands beside it', () => {
  const told = [cause('a', 'ErrImagePull'), cause('b', 'OOMKilled'), cause('a', 'ImagePullBackOff')]
  const { causes } = told.reduce(withCause, { ...run, causes: [] })
  expect(causes.map(({ chain }) => chain[1]?.reason)).toEqual(['OOMKilled', 'ImagePullBackOff'])
})
