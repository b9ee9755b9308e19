import { expect, test } from 'vitest'
import { skewOf } from './node-skew.ts'

test.each([
  { server: 'v1.36.3', kubelets: [], skew: { tooOld: [], oldest: undefined, unread: 0 } },
  {
    server: '1.36',
    kubelets: ['v1.36.0', 'v1.33.9'],
    skew: { tooOld: [], oldest: 'v1.33.9', unread: 0 },
  },
  {
    server: '1.36',
    kubelets: ['v1.32.1', 'v1.36.0', 'v1.32.1'],
    skew: { tooOld: ['v1.32.1'], oldest: 'v1.32.1', unread: 0 },
  },
  {
    server: '1.34',
    kubelets: ['v1.35.0'],
    skew: { tooOld: ['v1.35.0'], oldest: 'v1.35.0', unread: 0 },
  },
  {
    server: '1.36',
    kubelets: ['kwok-v0.8.0', '', 'v1.36.1-gke.4'],
    skew: { tooOld: [], oldest: 'v1.36.1-gke.4', unread: 2 },
  },
])('$kubelets on $server', ({ server, kubelets, skew }) => {
  expect(skewOf(server, kubelets)).toEqual(skew)
})
