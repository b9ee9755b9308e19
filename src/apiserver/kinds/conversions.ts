import { isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../objects/kube-object.ts'
import { draftOf, type Draft } from '../registry/draft.ts'
import type { Resource } from '../registry/resource.ts'
import type { Served } from '../registry/served.ts'

/** How a version is stored whose objects are those of another one, in other words. */
export type Conversion = Pick<Served, 'bucket' | 'storedApiVersion' | 'fromStored' | 'toStored'>

/** The conversion of a built-in version; undefined when it is stored as it is. */
export function conversionOf({ group, version, resource }: Resource): Conversion | undefined {
  return conversions[`${group}/${version}/${resource}`]
}

const conversions: Readonly<Record<string, Conversion>> = {
  'events.k8s.io/v1/events': {
    bucket: 'events',
    storedApiVersion: 'v1',
    fromStored: (event) => renamed(event, eventNames),
    toStored: (event) => draftOf(renamed(event, swapped(eventNames))),
  },
  'autoscaling/v1/horizontalpodautoscalers': {
    bucket: 'autoscaling/horizontalpodautoscalers',
    storedApiVersion: 'autoscaling/v2',
    fromStored: toOldAutoscaler,
    toStored: (autoscaler) => draftOf(toNewAutoscaler(autoscaler)),
  },
}

/** The names of an event's fields in core/v1 and in events.k8s.io/v1. */
const eventNames: Readonly<Record<string, string>> = {
  involvedObject: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  firstTimestamp: 'deprecatedFirstTimestamp',
  lastTimestamp: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
  reportingComponent: 'reportingController',
}

function swapped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([a, b]) => [b, a]))
}

function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([field, value]) => [names[field] ?? field, value]),
  )
}

// Only the processor counts in version 1; whatever else is measured is there for version 2 alone.

const usualShare = 80

function toNewAutoscaler(object: JsonObject): JsonObject {
  const spec = objectIn(object, 'spec')
  const { targetCPUUtilizationPercentage: share, ...rest } = spec
  const status = objectIn(object, 'status')
  const { currentCPUUtilizationPercentage: current, ...others } = status
  const target = { type: 'Utilization', averageUtilization: share ?? usualShare }
  const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
  return {
    ...object,
    spec: { ...rest, metrics },
    status: {
      ...others,
      ...(current !== undefined && {
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } },
        ],
      }),
    },
  }
}

function toOldAutoscaler(object: JsonObject): JsonObject {
  const { metrics: _, behavior: __, ...spec } = objectIn(object, 'spec')
  const { currentMetrics: ___, conditions: ____, ...status } = objectIn(object, 'status')
  const wanted = shareIn(listAt(object, ['spec', 'metrics']), 'target')
  const current = shareIn(listAt(object, ['status', 'currentMetrics']), 'current')
  return {
    ...object,
    spec: { ...spec, ...(wanted !== undefined && { targetCPUUtilizationPercentage: wanted }) },
    status: {
      ...status,
      currentReplicas: status['currentReplicas'] ?? 0,
      desiredReplicas: status['desiredReplicas'] ?? 0,
      ...(current !== undefined && { currentCPUUtilizationPercentage: current }),
    },
  }
}

function shareIn(metrics: readonly Json[], side: 'target' | 'current'): number | undefined {
  const cpu = metrics.find((metric) => textAt(metric, ['resource', 'name']) === 'cpu')
  return numberAt(cpu, ['resource', side, 'averageUtilization'])
}

function objectIn(object: JsonObject | Draft, field: string): JsonObject {
  const value = object[field]
  return isJsonObject(value) ? value : {}
}
