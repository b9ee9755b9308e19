import { type Renders, rendersFor } from '../../../sources/renders.ts'
import type { Obstacle } from '../../../pass/obstacle.ts'
import { createHash } from 'node:crypto'
import type { Table } from '../../../../chart/chart.ts'
import type { Turn } from '../../../../controller/worker.ts'
import type { JsonRecord } from '../../../../kinds/json-value.ts'
import { printCanonicalJson, printJson } from '../../../../objects/json-text.ts'
import { orAborted } from '../../../../std/or-aborted.ts'
import { intervalOf } from '../../../pass/duration.ts'
import { fillSource } from '../../../sources/fill-source.ts'
import { mergeValues } from '../../../values/merge-values.ts'
import { obstacleOf } from '../../../pass/obstacle-of.ts'
import type { LoadedSource, SourceCache, SourceRequest } from '../../../sources/source-cache.ts'
import { type Repositories, chartRequestOf } from '../../../sources/source-request.ts'
import type { TargetCluster } from '../../../clusters/target-cluster.ts'
import type { Fit, FitAnswer } from './fit-answer.ts'
import type { FitQuestion } from './fit-question.ts'
import { isOfChart, judgeChart } from './judge-chart.ts'
import type { ClusterSeen } from '../observation.ts'
import { mappedValues, minorOf } from '../desired-plugin.ts'
import { namedSource, tagRequest } from './tagged-source.ts'
import { takesSecrets } from '../parameters/takes-secrets.ts'

export interface SourceFitOptions {
  readonly sources: SourceCache
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Where charts are rendered. */
  readonly renders: Renders
  /** Undefined while a cluster cannot be used. */
  readonly targetAt: (cluster: string | undefined) => TargetCluster | undefined
}

const mostAnswers = 4096

/** Finds out whether what a source holds can be on a cluster; each chart is judged once for the same values and version. */
export class SourceFit {
  private readonly options: SourceFitOptions
  private readonly answers = new Map<string, Fit>()
  private readonly asking = new Map<string, Promise<unknown>>()

  constructor(options: SourceFitOptions) {
    this.options = options
  }

  /** Finds the answer; what keeps it from being found is part of the answer. Waits without holding a worker. */
  async answer(
    question: FitQuestion,
    offWorker: Turn['offWorker'],
    signal: AbortSignal,
  ): Promise<FitAnswer> {
    const { cluster, offer, instance } = question
    const sourceRequest = this.sourceRequestOf(question)
    if ('reason' in sourceRequest) return { is: 'unknown', obstacle: sourceRequest }
    const target = this.options.targetAt(cluster.name)
    if (target === undefined) return { is: 'not-judged', because: 'its cluster cannot be used' }
    const asker = { namespace: instance.metadata.namespace, offWorker }
    const loaded = await this.options.sources.load(sourceRequest, asker).catch((error: unknown) => {
      if (signal.aborted) throw error
      return obstacleOf(error, 'SourceNotFound')
    })
    if ('reason' in loaded) return { is: 'unknown', obstacle: loaded }
    try {
      const fit = await this.judge({ ...question, offWorker }, loaded, target, signal)
      if (fit.is !== 'unfit') return fit
      // Names of objects may be made from parameters.
      const told = takesSecrets(instance) ? unnamed : fit.because
      return { is: 'unfit', because: `${offer.version}: ${told}` }
    } catch (error) {
      if (signal.aborted) throw error
      if (isOfChart(error)) return { is: 'not-judged', because: error.message }
      return { is: 'unknown', obstacle: obstacleOf(error, 'ClusterUnreachable') }
    }
  }

  private async judge(
    question: FitQuestion & Pick<Turn, 'offWorker'>,
    loaded: LoadedSource,
    target: TargetCluster,
    signal: AbortSignal,
  ): Promise<Fit> {
    const { instance, cluster, extension } = question
    const { discovery } = target
    const values = valuesOf(question)
    const gitVersion = await serverVersion(target, cluster, signal)
    const key = keyOf([loaded.digest, cluster.version, gitVersion, printCanonicalJson(values.json)])
    // A source that fits does so under any name; the reason why one does not fit names its objects.
    const own = `${key} ${instance.metadata.namespace}/${instance.metadata.name}`
    const known = () => this.answers.get(key) ?? this.answers.get(own)
    const before = known()
    if (before !== undefined) return before
    // Asked first: nobody waits here for a cluster of somebody else.
    const apiVersions = await discovery.apiVersions(signal)
    // Thousands of instances may be of one chart: one of them finds out for all.
    for (let other = this.asking.get(key); other !== undefined; other = this.asking.get(key)) {
      const finding = other
      // The one that finds out needs a worker at the end: those that wait for it must hold none.
      await question.offWorker('at-once', (inner) => orAborted(finding, inner))
    }
    const meanwhile = known()
    if (meanwhile !== undefined) return meanwhile
    const done = Promise.withResolvers<void>()
    this.asking.set(key, done.promise)
    const place = {
      kubernetes: cluster.version,
      gitVersion,
      apiVersions,
      values: values.table,
      name: extension.spec.defaults.releaseName ?? instance.metadata.name,
      namespace: instance.spec.targetNamespace ?? instance.metadata.namespace,
    }
    const { now } = rendersFor(this.options.renders, instance.metadata.namespace)
    return question.offWorker('at-once', async (inner) => {
      try {
        const fit = await fitOf(fillSource(loaded, values.table), place, now, inner)
        this.keep(fit.is === 'unfit' ? own : key, fit)
        return fit
      } finally {
        this.asking.delete(key)
        done.resolve()
      }
    })
  }

  private keep(key: string, fit: Fit): void {
    this.answers.set(key, fit)
    const [oldest] = this.answers.keys()
    if (this.answers.size > mostAnswers && oldest !== undefined) this.answers.delete(oldest)
  }

  private sourceRequestOf({ offer, extension, digest }: FitQuestion): SourceRequest | Obstacle {
    if (offer.tag !== undefined) return tagRequest(offer, extension, digest, this.options)
    const found = namedSource(offer, this.options)
    if ('reason' in found) return found
    const { source, stamp } = found
    const { name } = extension.metadata
    const spec = {
      kind: offer.kind,
      ...(offer.name === undefined ? {} : { name: offer.name }),
      ...(offer.chartVersion === undefined ? {} : { version: offer.chartVersion }),
      ...(offer.path === undefined ? {} : { path: offer.path }),
    }
    return {
      kind: offer.kind,
      request: chartRequestOf({ spec, metadata: { name } }, source),
      name: offer.name ?? name,
      fresh: intervalOf(extension.spec),
      stamp,
    }
  }
}

async function fitOf(
  ...[chart, place, round, signal]: Parameters<typeof judgeChart>
): Promise<Fit> {
  try {
    const lines = await judgeChart(chart, place, round, signal)
    return lines.length === 0 ? { is: 'fits' } : { is: 'unfit', because: lines.join('; ') }
  } catch (error) {
    if (signal.aborted || !isOfChart(error)) throw error
    return { is: 'not-judged', because: error.message }
  }
}

const unnamed =
  'it makes objects of APIs that this Kubernetes does not have; parameters come from Secrets, so which ones is not told'

// The version that was asked before may be out of date. A server that emulates another version
// stays what it is.
async function serverVersion(
  { discovery }: TargetCluster,
  cluster: ClusterSeen,
  signal: AbortSignal,
): Promise<string> {
  const known = (await discovery.serverVersion(signal)).gitVersion
  if (minorOf({ version: known }) === minorOf(cluster)) return known
  return (await discovery.newestVersion(signal)).gitVersion
}

function valuesOf(question: FitQuestion): { readonly table: Table; readonly json: JsonRecord } {
  const { offer, parameters, globals } = question
  const from = { kind: 'ConfigMap', name: '', key: 'all', optional: false } as const
  const below = { from, data: { all: printJson(globals) } }
  const json: JsonRecord =
    offer.values === undefined ? { parameters, globals } : { text: textOf(question), globals }
  const inline =
    offer.values === undefined ? { values: parameters } : { valuesText: textOf(question) }
  return { table: mergeValues(inline, [below]), json }
}

function textOf({ offer, cluster, parameters, globals }: FitQuestion): string {
  return mappedValues({ offer, cluster, parameters, globals: { values: globals } }) ?? ''
}

function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64')
}
