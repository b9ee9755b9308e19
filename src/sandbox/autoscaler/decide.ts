import {
  type KubeObject,
  annotationsOf,
  listAt,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import type { Action } from '../engine/action.ts'
import { type WantedCondition, withCondition } from '../engine/conditions.ts'
import { changedStatus, timeOf, withoutUndefined } from '../engine/object-writing.ts'
import type { ResourceName } from '../resources.ts'
import { type AutoscalerHistory, type Recommendation, recommend } from './recommend.ts'

export interface AutoscalerSeen {
  readonly autoscaler: KubeObject
  readonly target: { readonly name: ResourceName; readonly object: KubeObject } | undefined
  readonly history: AutoscalerHistory
  readonly now: number
}

export interface AutoscalerDecision {
  readonly actions: readonly Action[]
  readonly history: AutoscalerHistory
}

/** The load that a sandbox is given, in percent of what pods request. */
const loadAnnotations: Readonly<Record<string, string>> = {
  cpu: 'sandbox.outrigger.dev/cpu-utilization',
  memory: 'sandbox.outrigger.dev/memory-utilization',
}
/** A difference smaller than this is none. */
const tolerance = 0.1
/** An autoscaler looks every so many milliseconds. */
const interval = 15_000

/**
 * Decides what an autoscaler does: nothing without a load, which the sandbox is told by
 * annotations.
 */
export function decideAutoscaler(seen: AutoscalerSeen): AutoscalerDecision {
  const { autoscaler, target, history, now } = seen
  const only = (actions: readonly Action[]) => ({ actions, history })
  if (target === undefined) {
    const kind = textAt(autoscaler, ['spec', 'scaleTargetRef', 'kind'])
    const name = textAt(autoscaler, ['spec', 'scaleTargetRef', 'name'])
    const message = `the HPA controller was unable to get the target's current scale: ${kind.toLowerCase()}s.apps ${JSON.stringify(name)} not found`
    return only(
      status(autoscaler, now, {
        counts: {},
        wanted: [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message }],
      }),
    )
  }
  const current = numberAt(target.object, ['spec', 'replicas']) ?? 1
  if (current === 0) return only(disabled(autoscaler, now))
  const since = now - (history.changes.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  if (since < interval) return only([{ do: 'look-again', after: interval - since }])
  const outside = outsideOf(autoscaler, current)
  if (outside !== undefined) {
    const changes = [...history.changes, { at: now, by: outside.desired - current }]
    return {
      actions: rescale(seen, target, { current, ...outside, conditions: [], readings: [] }),
      history: { ...history, changes },
    }
  }
  const readings = readingsOf(autoscaler)
  if (readings.length === 0) return only(blind(autoscaler, current, now))
  return scale(seen, target, current, readings)
}

function outsideOf(autoscaler: KubeObject, current: number) {
  const least = numberAt(autoscaler, ['spec', 'minReplicas']) ?? 1
  const most = numberAt(autoscaler, ['spec', 'maxReplicas']) ?? current
  const because = 'Current number of replicas'
  if (current > most) return { desired: most, because: `${because} above Spec.MaxReplicas` }
  return current < least
    ? { desired: least, because: `${because} below Spec.MinReplicas` }
    : undefined
}

interface Reading {
  readonly metric: string
  readonly load: number
  readonly wanted: number
}

function readingsOf(autoscaler: KubeObject): readonly Reading[] {
  const annotations = annotationsOf(autoscaler)
  return listAt(autoscaler, ['spec', 'metrics']).flatMap((metric) => {
    const name = textAt(metric, ['resource', 'name'])
    const wanted = numberAt(metric, ['resource', 'target', 'averageUtilization'])
    const load = Number(annotations[loadAnnotations[name] ?? ''] ?? Number.NaN)
    return wanted === undefined || Number.isNaN(load) ? [] : [{ metric: name, load, wanted }]
  })
}

function scale(
  seen: AutoscalerSeen,
  target: NonNullable<AutoscalerSeen['target']>,
  current: number,
  readings: readonly Reading[],
): AutoscalerDecision {
  const { autoscaler, now } = seen
  const asked = Math.max(
    ...readings.map(({ load, wanted }) => {
      const ratio = load / wanted
      return Math.abs(ratio - 1) <= tolerance ? current : Math.ceil(current * ratio)
    }),
  )
  const found = recommend(autoscaler, seen.history, { current, asked, now })
  const { desired, history } = found
  const metric = `${readings[0]?.metric ?? 'cpu'} resource utilization (percentage of request)`
  const conditions = [
    ableOf(found),
    condition(
      'ScalingActive',
      'ValidMetricFound',
      `the HPA was able to successfully calculate a replica count from ${metric}`,
    ),
    limitedOf(found),
  ]
  const because = `${metric} ${desired > current ? 'above' : 'below'} target`
  const actions = rescale(seen, target, { current, desired, because, conditions, readings })
  const isHeld = desired !== asked
  return {
    actions: isHeld ? [...actions, { do: 'look-again', after: interval }] : actions,
    history,
  }
}

interface Step {
  readonly current: number
  readonly desired: number
  readonly because: string
  readonly conditions: readonly WantedCondition[]
  readonly readings: readonly Reading[]
}

function rescale(
  { autoscaler, now }: AutoscalerSeen,
  target: NonNullable<AutoscalerSeen['target']>,
  { current, desired, because, conditions, readings }: Step,
): readonly Action[] {
  const currentMetrics = readings.map(({ metric, load }): Json => ({
    type: 'Resource',
    resource: { name: metric, current: { averageUtilization: load, averageValue: `${load}m` } },
  }))
  const counts = { currentReplicas: current, desiredReplicas: desired, currentMetrics }
  if (desired === current) return status(autoscaler, now, { counts, wanted: conditions })
  const able = condition(
    'AbleToScale',
    'SucceededRescale',
    `the HPA controller was able to update the target scale to ${desired}`,
  )
  const others = conditions.filter(({ type }) => type !== 'AbleToScale')
  const message = `New size: ${desired}; reason: ${because}`
  const told = { about: autoscaler, type: 'Normal', reason: 'SuccessfulRescale', message } as const
  return [
    { do: 'patch', in: target.name, object: target.object, patch: { spec: { replicas: desired } } },
    ...status(autoscaler, now, { counts, wanted: [able, ...others] }, true),
    { do: 'tell', told },
  ]
}

function ableOf({ stabilised }: Recommendation): WantedCondition {
  if (stabilised === undefined) {
    return condition('AbleToScale', 'ReadyForNewScale', 'recommended size matches current size')
  }
  const [were, applied] =
    stabilised === 'ScaleUpStabilized' ? ['lower', 'lowest'] : ['higher', 'highest']
  const message = `recent recommendations were ${were} than current one, applying the ${applied} recent recommendation`
  return condition('AbleToScale', stabilised, message)
}

const limits = {
  TooManyReplicas: 'more than the maximum replica count',
  TooFewReplicas: 'less than the minimum replica count',
  ScaleUpLimit: 'increasing faster than the maximum scale rate',
  ScaleDownLimit: 'decreasing faster than the maximum scale rate',
} as const

function limitedOf({ limited }: Recommendation): WantedCondition {
  if (limited !== undefined) {
    return condition('ScalingLimited', limited, `the desired replica count is ${limits[limited]}`)
  }
  const message = 'the desired count is within the acceptable range'
  return { ...condition('ScalingLimited', 'DesiredWithinRange', message), status: 'False' }
}

function condition(type: string, reason: string, message: string): WantedCondition {
  return { type, status: 'True', reason, message }
}

function disabled(autoscaler: KubeObject, now: number): readonly Action[] {
  return status(autoscaler, now, {
    counts: { currentReplicas: undefined, desiredReplicas: 0 },
    wanted: [
      condition(
        'AbleToScale',
        'SucceededGetScale',
        "the HPA controller was able to get the target's current scale",
      ),
      {
        type: 'ScalingActive',
        status: 'False',
        reason: 'ScalingDisabled',
        message: 'scaling is disabled since the replica count of the target is zero',
      },
    ],
  })
}

// As on a cluster without a metrics server.
function blind(autoscaler: KubeObject, current: number, now: number): readonly Action[] {
  const message =
    'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
  const written = status(autoscaler, now, {
    counts: { currentReplicas: current, desiredReplicas: 0 },
    wanted: [
      condition(
        'AbleToScale',
        'SucceededGetScale',
        "the HPA controller was able to get the target's current scale",
      ),
      { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message },
    ],
  })
  if (written.length === 0) return []
  const told = {
    about: autoscaler,
    type: 'Warning',
    reason: 'FailedGetResourceMetric',
    message,
  } as const
  return [...written, { do: 'tell', told }]
}

function status(
  autoscaler: KubeObject,
  now: number,
  {
    counts,
    wanted,
  }: {
    readonly counts: Readonly<Record<string, Json | undefined>>
    readonly wanted: readonly WantedCondition[]
  },
  isMoving = false,
): readonly Action[] {
  let conditions = listAt(autoscaler, ['status', 'conditions'])
  for (const one of wanted) conditions = withCondition(conditions, one, timeOf(now))
  const before = readPath(autoscaler, ['status', 'lastScaleTime'])
  const next: JsonObject = withoutUndefined({
    lastScaleTime: isMoving ? timeOf(now) : before,
    currentMetrics: null,
    ...counts,
    desiredReplicas: counts['desiredReplicas'] ?? 0,
    conditions: [...conditions],
  })
  return changedStatus('autoscalers', autoscaler, next)
}
