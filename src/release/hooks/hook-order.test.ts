import { expect, test } from 'vitest'
import type { StoredHook } from '../release.ts'
import { hooksOf } from './hook-order.ts'

const hook = (name: string, weight: number, ...events: string[]): StoredHook => ({
  name,
  kind: 'Job',
  path: '',
  manifest: '',
  events,
  last_run: { phase: '' },
  ...(weight === 0 ? {} : { weight }),
})

test('hooks of an event run by weight, then by name, then as they stand', () => {
  const hooks = [
    hook('b', 0, 'pre-install'),
    hook('z', -5, 'pre-install', 'pre-upgrade'),
    hook('other', -9, 'post-install'),
    hook('a', 0, 'pre-install'),
    hook('a', 0, 'pre-install'),
    hook('last', 10, 'pre-install'),
  ]
  expect(hooksOf(hooks, 'pre-install')).toEqual([1, 3, 4, 0, 5])
})
