import { expect, test } from 'vitest'
import { stepsOf } from './steps-of.ts'

const condition = (type: string, status: string, reason: string) => ({
  type,
  status,
  reason,
  message: `${type} ${reason}`,
  lastTransitionTime: '2026-11-18T09:00:00Z',
})

test('tells how every step stands, in the order of the vocabulary', () => {
  const cluster = {
    spec: { features: { delegateConditions: ['Four'] } },
    status: {
      conditions: [
        condition('Three', 'False', 'Failed'),
        condition('Two', 'True', 'Skipped'),
        condition('One', 'True', 'Done'),
        condition('Five', 'False', 'Waiting'),
      ],
    },
  }
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  expect(stepsOf(names, cluster).map(({ name, is }) => [name, is])).toEqual([
    ['One', 'done'],
    ['Two', 'skipped'],
    ['Three', 'failed'],
    ['Four', 'delegated'],
    ['Five', 'later'],
    ['Six', 'later'],
  ])
})

test('a cluster that nothing was said of yet has all of its steps before it', () => {
  expect(stepsOf(['One', 'Two'], { spec: {} }).map(({ is }) => is)).toEqual(['later', 'later'])
})
