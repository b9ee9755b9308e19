import { createHash } from 'node:crypto'
import type { Offer } from '../../catalog/choice/offer.ts'
import type { Table } from '../../chart/chart.ts'
import type { RenderRound } from '../../chart/render-round.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { fetchServerVersion } from '../../kube/discovery/server-version.ts'
import { printCanonicalJson, printJson } from '../../objects/json-text.ts'
import { RenderError } from '../../template/errors.ts'
import { parseDuration } from '../duration.ts'
import { mergeValues } from '../plugin/merge-values.ts'
import { obstacleOf } from '../errors.ts'
import type { Obstacle } from '../plugin/observation.ts'
import type { LoadedSource, SourceBook, SourceWish } from '../plugin/source-book.ts'
import { type Repositories, sourceRequest } from '../plugin/source-request.ts'
import type { TargetCluster } from '../target-cluster.ts'
import { judgeChart } from './judge-chart.ts'
import type { ClusterSeen } from './observation.ts'
import { mappedValues, minorOf } from './plugin-spec.ts'
import { namedSource, tagWish } from './tagged-source.ts'

/** A source, and where it would go. */
export interface FitQuestion {
  readonly offer: Offer
  /** The state of a tag that would be used; the one that it is in now when undefined. */
  readonly digest: string | undefined
  readonly instance: ExtensionInstance
  readonly extension: Extension
  readonly cluster: ClusterSeen
  readonly parameters: JsonRecord
  /** What profiles say for the whole cluster. */
  readonly globals: JsonRecord
}

export interface SourceFitOptions {
  readonly sources: SourceBook
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Where charts are rendered. */
  readonly renders: { readonly now: RenderRound }
  /** Undefined while a cluster cannot be used. */
  readonly targetAt: (cluster: string | undefined) => TargetCluster | undefined
}

const mostAnswers = 4096

/** Finds out whether what a source holds can be on a cluster; each chart is judged once for the same values and version. */
export class SourceFit {
  private readonly options: SourceFitOptions
  private readonly answers = new Map<string, string>()
  private readonly asking = new Map<string, Promise<unknown>>()

  constructor(options: SourceFitOptions) {
    this.options = options
  }

  /** Why it cannot be there; an obstacle while that is not known. What does not render is for the Plugin to tell. */
  async whyNot(question: FitQuestion, signal: AbortSignal): Promise<string | Obstacle | undefined> {
    const { cluster, offer } = question
    const wish = this.wishOf(question)
    if ('reason' in wish) return wish
    const target = this.options.targetAt(cluster.name)
    if (target === undefined) return undefined
    const loaded = await this.options.sources.load(wish, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      return obstacleOf(error, 'SourceNotFound')
    })
    if ('reason' in loaded) return loaded
    try {
      const why = await this.judge(question, loaded, target, signal)
      return why === '' ? undefined : `${offer.version}: ${why}`
    } catch (error) {
      if (signal.aborted) throw error
      return undefined
    }
  }

  private async judge(
    question: FitQuestion,
    { chart, digest }: LoadedSource,
    target: TargetCluster,
    signal: AbortSignal,
  ): Promise<string> {
    const { instance, cluster, extension } = question
    const { discovery } = target
    const values = valuesOf(question)
    const gitVersion = await serverVersion(target, cluster, signal)
    const key = keyOf([digest, cluster.version, gitVersion, printCanonicalJson(values.json)])
    // What fits does so under any name; why something does not names its objects.
    const own = `${key} ${instance.metadata.namespace}/${instance.metadata.name}`
    const known = () => this.answers.get(key) ?? this.answers.get(own)
    const before = known()
    if (before !== undefined) return before
    // Asked first: nobody waits here for a cluster of somebody else.
    const apiVersions = await discovery.apiVersions(signal)
    // Thousands of instances may be of one chart: one of them finds out for all.
    for (let other = this.asking.get(key); other !== undefined; other = this.asking.get(key)) {
      await other
      signal.throwIfAborted()
    }
    const meanwhile = known()
    if (meanwhile !== undefined) return meanwhile
    const done = Promise.withResolvers<void>()
    this.asking.set(key, done.promise)
    try {
      const place = {
        kubernetes: cluster.version,
        gitVersion,
        apiVersions,
        values: values.table,
        name: extension.spec.defaults.releaseName ?? instance.metadata.name,
        namespace: instance.spec.targetNamespace ?? instance.metadata.namespace,
      }
      const lines = await judgeChart(chart, place, this.options.renders.now, signal)
      const why = lines.join('; ')
      this.keep(why === '' ? key : own, why)
      return why
    } finally {
      this.asking.delete(key)
      done.resolve()
    }
  }

  private keep(key: string, why: string): void {
    this.answers.set(key, why)
    const [oldest] = this.answers.keys()
    if (this.answers.size > mostAnswers && oldest !== undefined) this.answers.delete(oldest)
  }

  private wishOf({ offer, instance, extension, digest }: FitQuestion): SourceWish | Obstacle {
    if (offer.tag !== undefined) return tagWish(offer, extension, digest, this.options)
    const found = namedSource(offer, this.options)
    if ('reason' in found) return found
    const { source, stamp } = found
    const { name } = instance.metadata
    const spec = {
      kind: offer.kind,
      ...(offer.name === undefined ? {} : { name: offer.name }),
      ...(offer.chartVersion === undefined ? {} : { version: offer.chartVersion }),
      ...(offer.path === undefined ? {} : { path: offer.path }),
    }
    return {
      kind: offer.kind,
      request: sourceRequest({ spec, metadata: { name } }, source),
      name: offer.name ?? name,
      fresh: parseDuration(extension.spec.interval),
      stamp,
    }
  }
}

// What was asked before may be of the version before. A server that emulates another version stays what it is.
async function serverVersion(
  { discovery, client }: TargetCluster,
  cluster: ClusterSeen,
  signal: AbortSignal,
): Promise<string> {
  const known = (await discovery.serverVersion(signal)).gitVersion
  if (minorOf({ version: known }) === minorOf(cluster)) return known
  const { gitVersion } = await fetchServerVersion(client, signal)
  if (gitVersion !== known) discovery.invalidate()
  return gitVersion
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

// A document that fails is told when its values are made.
function textOf({ offer, cluster, parameters, globals }: FitQuestion): string {
  try {
    return mappedValues({ offer, cluster, parameters, globals: { values: globals } }) ?? ''
  } catch (error) {
    if (error instanceof RenderError) return ''
    throw error
  }
}

function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64')
}
