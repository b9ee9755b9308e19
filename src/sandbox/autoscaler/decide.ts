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

export interface AutoscalerSeen {
  readonly autoscaler: KubeObject
  readonly target: { readonly name: ResourceName; readonly object: KubeObject } | undefined
  readonly now: number
}

/** The load that a sandbox is told of, in percent of what pods request. */
const loadAnnotations: Readonly<Record<string, string>> = {
  cpu: 'sandbox.outrigger.dev/cpu-utilization',
  memory: 'sandbox.outrigger.dev/memory-utilization',
}
/** A difference smaller than this is none. */
const tolerance = 0.1

/** What an autoscaler does: nothing without a load, which the sandbox is told by annotations. */
export function decideAutoscaler({ autoscaler, target, now }: AutoscalerSeen): readonly Action[] {
  if (target === undefined) {
    const kind = textAt(autoscaler, ['spec', 'scaleTargetRef', 'kind'])
    const name = textAt(autoscaler, ['spec', 'scaleTargetRef', 'name'])
    const message = `the HPA controller was unable to get the target's current scale: ${kind.toLowerCase()}s.apps ${JSON.stringify(name)} not found`
    return status(autoscaler, now, {}, [
      { type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message },
    ])
  }
  const current = numberAt(target.object, ['spec', 'replicas']) ?? 1
  if (current === 0) return disabled(autoscaler, now)
  const readings = readingsOf(autoscaler)
  if (readings.length === 0) return blind(autoscaler, current, now)
  return scale(autoscaler, target, current, readings, now)
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
  autoscaler: KubeObject,
  target: NonNullable<AutoscalerSeen['target']>,
  current: number,
  readings: readonly Reading[],
  now: number,
): readonly Action[] {
  const asked = Math.max(
    ...readings.map(({ load, wanted }) => {
      const ratio = load / wanted
      return Math.abs(ratio - 1) <= tolerance ? current : Math.ceil(current * ratio)
    }),
  )
  const least = numberAt(autoscaler, ['spec', 'minReplicas']) ?? 1
  const most = numberAt(autoscaler, ['spec', 'maxReplicas']) ?? asked
  const desired = Math.min(most, Math.max(least, asked))
  const limit = desired < asked ? 'TooManyReplicas' : desired > asked ? 'TooFewReplicas' : ''
  const isMoving = desired !== current
  const metric = readings[0]?.metric ?? 'cpu'
  const currentMetrics = readings.map(({ metric, load }): Json => ({
    type: 'Resource',
    resource: { name: metric, current: { averageUtilization: load, averageValue: `${load}m` } },
  }))
  const conditions: readonly WantedCondition[] = [
    isMoving
      ? condition(
          'AbleToScale',
          'SucceededRescale',
          `the HPA controller was able to update the target scale to ${desired}`,
        )
      : condition('AbleToScale', 'ReadyForNewScale', 'recommended size matches current size'),
    condition(
      'ScalingActive',
      'ValidMetricFound',
      `the HPA was able to successfully calculate a replica count from ${metric} resource utilization (percentage of request)`,
    ),
    limit === ''
      ? {
          ...condition(
            'ScalingLimited',
            'DesiredWithinRange',
            'the desired count is within the acceptable range',
          ),
          status: 'False',
        }
      : condition(
          'ScalingLimited',
          limit,
          `the desired replica count is ${limit === 'TooManyReplicas' ? 'more than the maximum' : 'less than the minimum'} replica count`,
        ),
  ]
  const counts = { currentReplicas: current, desiredReplicas: desired, currentMetrics }
  const written = status(autoscaler, now, counts, conditions, isMoving)
  if (!isMoving) return written
  const message = `New size: ${desired}; reason: ${metric} resource utilization (percentage of request) ${desired > current ? 'above' : 'below'} target`
  const told = { about: autoscaler, type: 'Normal', reason: 'SuccessfulRescale', message } as const
  return [
    { do: 'patch', in: target.name, object: target.object, patch: { spec: { replicas: desired } } },
    ...written,
    { do: 'tell', told },
  ]
}

function condition(type: string, reason: string, message: string): WantedCondition {
  return { type, status: 'True', reason, message }
}

function disabled(autoscaler: KubeObject, now: number): readonly Action[] {
  return status(autoscaler, now, { currentReplicas: undefined, desiredReplicas: 0 }, [
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
  ])
}

// As on a cluster without a metrics server.
function blind(autoscaler: KubeObject, current: number, now: number): readonly Action[] {
  const message =
    'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
  const written = status(autoscaler, now, { currentReplicas: current, desiredReplicas: 0 }, [
    condition(
      'AbleToScale',
      'SucceededGetScale',
      "the HPA controller was able to get the target's current scale",
    ),
    { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message },
  ])
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
  counts: Readonly<Record<string, Json | undefined>>,
  wanted: readonly WantedCondition[],
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
