import type { Chart, Table } from '../../chart/chart.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { sourceRequestOf } from '../../operator/kinds/plugin/prepare.ts'
import { resourceOf } from '../../operator/pass/watched-objects.ts'
import { fillSource } from '../../operator/sources/fill-source.ts'
import { patientAsker } from '../../operator/sources/source-cache.ts'
import { type ValuesSource, mergeValues } from '../../operator/values/merge-values.ts'
import { sourceOf } from '../../operator/values/read-values-from.ts'
import { type Redact, redactorOf } from '../../operator/values/redact.ts'
import { valuesFor } from '../../operator/values/variables.ts'
import { ActionError } from '../errors.ts'
import { type PlanPorts, openPlanContext } from './plan-context.ts'

/** One layer of values; a later one wins over an earlier one. */
export interface ValuesLayer {
  readonly is: 'ConfigMap' | 'Secret' | 'inline'
  /** The object and the key, or `spec`. */
  readonly name: string
  readonly values: Table
  /** Whether its values must not be shown to everybody. */
  readonly isSecret: boolean
  /** Why its values are not known; undefined when they are. */
  readonly obstacle: string | undefined
}

/** All that decides what a Plugin becomes, besides the cluster. */
export interface PluginInputs {
  readonly chart: Chart
  /** In the order in which they are merged, above the defaults of the chart. */
  readonly layers: readonly ValuesLayer[]
  readonly values: Table
  /** Hides what comes from Secrets. */
  readonly redact: Redact
}

/** Reads the chart and the values of a Plugin with the rights of the asker. Objects that they may not read are named and left out. */
export async function readPluginInputs(
  plugin: Plugin,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<PluginInputs> {
  const { spec, metadata } = plugin
  const context = await openPlanContext(ports, metadata.namespace, signal)
  const request = sourceRequestOf(plugin, context)
  if ('reason' in request) throw new ActionError('not-ready', request.message)
  const loaded = await context.sources.load(request, patientAsker(metadata.namespace, signal))
  const read = await Promise.all(
    spec.valuesFrom.map((from) => readSource(from, metadata.namespace, ports, signal)),
  )
  const sources = read.map(({ source }) => source)
  const values = valuesFor(spec, sources)
  const inline = mergeValues(spec, [])
  const own = { is: 'inline', name: 'spec', isSecret: false, obstacle: undefined } as const
  return {
    chart: fillSource(loaded, values),
    layers: [...read.map(layerOf), { ...own, values: inline }],
    values,
    redact: redactorOf(sources),
  }
}

interface ReadSource {
  readonly source: ValuesSource
  readonly obstacle: string | undefined
}

async function readSource(
  from: ValuesSource['from'],
  namespace: string,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<ReadSource> {
  const target = { resource: resourceOf(from.kind), namespace, name: from.name }
  try {
    const source = sourceOf(from, await getObject(client, target, {}, signal))
    const isMissing = source.data === undefined && !from.optional
    return { source, obstacle: isMissing ? 'it does not exist' : undefined }
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    return { source: { from, data: undefined }, obstacle: 'you may not read it' }
  }
}

function layerOf({ source, obstacle }: ReadSource): ValuesLayer {
  const { from, isPlain } = source
  const key = from.key === undefined ? '' : ` key ${from.key}`
  return {
    is: from.kind,
    name: `${from.name}${key}`,
    values: mergeValues({}, [source]),
    isSecret: from.kind === 'Secret' && isPlain !== true,
    obstacle,
  }
}
