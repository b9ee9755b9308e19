import { expect, test } from 'vitest'
import { isTrouble, readCauses } from './read-causes.ts'

const missingImage =
  'Deployment web: LessAvailable: Available: 0/1 → Pod web-1 container main: ImagePullBackOff: Back-off pulling image "a:1": not found → event: Failed: Error: ImagePullBackOff'

test('reads the chain of a status, step by step', () => {
  expect(readCauses(missingImage)).toEqual([
    { subject: 'Deployment web', reason: 'LessAvailable', message: 'Available: 0/1' },
    {
      subject: 'Pod web-1 container main',
      reason: 'ImagePullBackOff',
      message: 'Back-off pulling image "a:1": not found',
    },
    { subject: 'event', reason: 'Failed', message: 'Error: ImagePullBackOff' },
  ])
})

const rows = [
  { message: missingImage, steps: 3, trouble: true },
  {
    message: 'Deployment web: LessAvailable: 0/1 → Pod web-1: Unschedulable',
    steps: 2,
    trouble: true,
  },
  {
    message: 'Deployment web: LessAvailable: 0/1 → Pod web-1 container main: ContainerCreating',
    steps: 2,
    trouble: false,
  },
  { message: `not ready after 5m: ${missingImage}`, steps: 3, trouble: true },
  {
    message: 'not ready after 5m: Deployment web: LessAvailable: Available: 0/1',
    steps: 0,
    trouble: false,
  },
  {
    message:
      'Deployment api: LessAvailable: 0/1 → Pod api-1 container main: ContainerCreating; Deployment web: LessAvailable: 0/1 → Pod web-1: Unschedulable',
    steps: 2,
    trouble: true,
  },
  {
    message: `${missingImage}; Deployment api: LessAvailable: Available: 0/1`,
    steps: 3,
    trouble: true,
  },
  { message: 'version 1.2.3, revision 1', steps: 0, trouble: false },
  { message: 'a → b', steps: 0, trouble: false },
  { message: '', steps: 0, trouble: false },
]
test.each(rows)('$message has $steps steps', ({ message, steps, trouble }) => {
  const found = readCauses(message)
  expect([found.length, isTrouble(found)]).toEqual([steps, trouble])
})
