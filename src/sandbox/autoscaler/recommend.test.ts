import { expect, test } from 'vitest'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type AutoscalerHistory, emptyHistory, recommend } from './recommend.ts'

const autoscaler = (behavior: object | undefined, bounds: object = {}) =>
  ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      minReplicas: 1,
      maxReplicas: 100,
      ...(behavior !== undefined && { behavior }),
      ...bounds,
    },
  }) as unknown as KubeObject
const slow = {
  scaleUp: {
    stabilizationWindowSeconds: 30,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }],
  },
  scaleDown: {
    stabilizationWindowSeconds: 60,
    selectPolicy: 'Min',
    policies: [
      { type: 'Percent', value: 50, periodSeconds: 60 },
      { type: 'Pods', value: 1, periodSeconds: 60 },
    ],
  },
}
const never = { scaleDown: { selectPolicy: 'Disabled', stabilizationWindowSeconds: 0 } }

/** Seconds and what the load asks for, one look after the other; gives what is desired and why. */
test.each([
  {
    name: 'at most doubles by default',
    behavior: undefined,
    looks: [[0, 5, 20]],
    wants: ['10 ScaleUpLimit'],
  },
  {
    name: 'goes to four at once',
    behavior: undefined,
    looks: [[0, 1, 9]],
    wants: ['4 ScaleUpLimit'],
  },
  {
    name: 'goes down five minutes after the load has',
    behavior: undefined,
    looks: [
      [0, 5, 5],
      [1000, 5, 2],
      [1299, 5, 2],
      [1301, 5, 2],
    ],
    wants: ['5', '5 ScaleDownStabilized', '5 ScaleDownStabilized', '2'],
  },
  {
    name: 'grows by what a policy allows in its time',
    behavior: slow,
    looks: [
      [0, 2, 9],
      [31, 2, 9],
      [46, 4, 9],
      [92, 4, 9],
    ],
    wants: ['2 ScaleUpStabilized', '4 ScaleUpLimit', '4 ScaleUpLimit', '6 ScaleUpLimit'],
  },
  {
    name: 'shrinks by the mildest policy',
    behavior: slow,
    looks: [
      [0, 9, 3],
      [61, 9, 3],
      [76, 8, 3],
    ],
    wants: ['9 ScaleDownStabilized', '8 ScaleDownLimit', '8 ScaleDownLimit'],
  },
  {
    name: 'never shrinks when told so',
    behavior: never,
    looks: [[400, 5, 2]],
    wants: ['5 ScaleDownLimit'],
  },
  {
    name: 'has a most',
    behavior: undefined,
    bounds: { maxReplicas: 3 },
    looks: [[0, 2, 9]],
    wants: ['3 TooManyReplicas'],
  },
])('an autoscaler $name', ({ behavior, bounds, looks, wants }) => {
  let history: AutoscalerHistory = emptyHistory
  const did = looks.map(([seconds = 0, current = 1, asked = 1]) => {
    const now = seconds * 1000
    const found = recommend(autoscaler(behavior, bounds), history, { current, asked, now })
    history = found.history
    return [found.desired, found.stabilised, found.limited]
      .filter((one) => one !== undefined)
      .join(' ')
  })
  expect(did).toEqual(wants)
})
