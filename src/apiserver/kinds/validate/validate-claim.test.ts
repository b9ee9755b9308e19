import { expect, test } from 'vitest'
import type { JsonObject } from '../../../objects/json.ts'
import { checkClaimUpdate } from './validate-claim.ts'

const claim = (spec: JsonObject, phase = 'Pending'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  status: { phase },
})
const asking = (storage: string) => ({ resources: { requests: { storage } } })

test.each([
  { name: 'nothing', old: claim({}), now: claim({}), is: 'allowed' },
  {
    name: 'another class',
    old: claim({ storageClassName: 'fast' }),
    now: claim({ storageClassName: 'slow' }),
    is: 'refused',
  },
  {
    name: 'no class any more',
    old: claim({ storageClassName: 'fast' }),
    now: claim({}),
    is: 'refused',
  },
  {
    name: 'the class that it had not yet',
    old: claim({}),
    now: claim({ storageClassName: 'fast' }),
    is: 'allowed',
  },
  { name: 'its volume', old: claim({}), now: claim({ volumeName: 'pv-1' }), is: 'allowed' },
  {
    name: 'another volume',
    old: claim({ volumeName: 'pv-1' }, 'Bound'),
    now: claim({ volumeName: 'pv-2' }, 'Bound'),
    is: 'refused',
  },
  { name: 'a size before it is bound', old: claim({}), now: claim(asking('2Gi')), is: 'refused' },
  {
    name: 'a size when it is bound',
    old: claim({}, 'Bound'),
    now: claim(asking('2Gi'), 'Bound'),
    is: 'allowed',
  },
  {
    name: 'other access',
    old: claim({}, 'Bound'),
    now: claim({ accessModes: ['ReadWriteMany'] }, 'Bound'),
    is: 'refused',
  },
])('$name: $is', ({ old, now, is }) => {
  expect(checkClaimUpdate(now, old).length === 0 ? 'allowed' : 'refused').toBe(is)
})
