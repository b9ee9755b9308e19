import { expect, test } from 'vitest'
import { OutsideCauses } from './outside-causes.ts'

const [key, all] = ['default/web', () => true] as const

/** The steps of one plugin, in order, and whether its last pass tries again what failed. */
test.each([
  { name: 'the first pass of a plugin tries nothing again', steps: ['begin'], isFreed: false },
  {
    name: 'a pass after the cause has gone tries again',
    steps: ['begin', 'end Forbidden', 'free Forbidden', 'begin'],
    isFreed: true,
  },
  {
    name: 'a cause that goes while a pass is under way is news to the next one',
    steps: ['begin', 'free Forbidden', 'end Forbidden', 'begin'],
    isFreed: true,
  },
  {
    name: 'a cause that goes while a pass is under way is no news to that pass',
    steps: ['begin', 'free Forbidden'],
    isFreed: false,
  },
  {
    name: 'another cause that goes changes nothing',
    steps: ['begin', 'end Forbidden', 'free QuotaExceeded', 'begin'],
    isFreed: false,
  },
  {
    name: 'one try is made for one cause that has gone',
    steps: ['begin', 'end Forbidden', 'free Forbidden', 'begin', 'end Forbidden', 'begin'],
    isFreed: false,
  },
  {
    name: 'a plugin that failed for itself is not freed',
    steps: ['begin', 'end RenderFailed', 'free Forbidden', 'begin'],
    isFreed: false,
  },
  {
    name: 'a plugin that is gone is forgotten',
    steps: ['begin', 'end Forbidden', 'free Forbidden', 'forget', 'begin'],
    isFreed: false,
  },
])('$name', ({ steps, isFreed }) => {
  const causes = new OutsideCauses()
  for (const step of steps) {
    const [verb, reason = ''] = step.split(' ')
    if (verb === 'begin') causes.begin(key)
    else if (verb === 'end') causes.end(key, reason)
    else if (verb === 'forget') causes.forget(key)
    else causes.free(reason as 'Forbidden' | 'QuotaExceeded', all)
  }
  expect(causes.isFreed(key)).toBe(isFreed)
})
