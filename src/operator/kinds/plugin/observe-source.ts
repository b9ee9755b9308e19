import type { Obstacle } from '../../pass/obstacle.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { ServerVersion } from '../../../kube/discovery/server-version.ts'
import { readOutriggerRecord } from '../../../release/record/outrigger-record.ts'
import { ReleaseStore } from '../../../release/record/store.ts'
import { obstacleOf } from '../../pass/obstacle-of.ts'
import { kubernetesAnnotation } from '../../pass/instance-names.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import { actingAs } from '../../clusters/account.ts'
import { type ComparedWith, compareWithCluster } from './render/compare-with-cluster.ts'
import { valuesRefusal } from './missing-rights.ts'
import { type ClusterFacts, type Comparison, type Inputs, basePart } from './render/inputs-key.ts'
import type { RevisionSeen, Source } from './observation.ts'
import { type Prepared, prepare, sourceRequestOf } from './prepare.ts'
import type { ReleasePlace } from '../../clusters/release-objects.ts'
import { globalsState } from '../../values/globals-of.ts'
import { canMove } from '../../sources/source-request.ts'
import type { PluginReads } from './context.ts'

/** The source that a plugin is to be made from. */
export interface SourceSeen {
  readonly source: Source
  readonly prepared: Prepared | undefined
  /** The states of the objects that its values come from. */
  readonly references: Inputs['references']
  /** The version of Kubernetes that the cluster behaves as. */
  readonly kubernetes: string
  /** The lookups of the release that were read from its record; undefined when they were known, or nobody asked. */
  readonly readLookups: ReadLookups | undefined
}

/** The lookups that a release was rendered with. */
export interface ReadLookups {
  /** The key of the inputs that it was rendered from. */
  readonly inputs: string
  readonly lookups: ClusterFacts['lookups']
}

export interface SourceQuestion {
  readonly plugin: Plugin
  readonly place: ReleasePlace
  readonly target: TargetCluster
  readonly revisions: readonly RevisionSeen[]
  readonly retry: string
}

/** Finds out whether a release would be made from anything else than it was, and prepares that. */
export async function observeSource(
  question: SourceQuestion,
  context: PluginReads,
  signal: AbortSignal,
): Promise<SourceSeen> {
  const references = await referenceVersions(question.plugin, context, signal)
  const kubernetes = await kubernetesOf(question, signal)
  const records = new LookupRecords(question, context)
  const made = await sourceFrom({ references, kubernetes, records }, question, context, signal)
  return { ...made, references, kubernetes, readLookups: records.found }
}

// An instance may know another version before the cluster was asked for it here.
async function kubernetesOf(
  { plugin, target: { discovery } }: SourceQuestion,
  signal: AbortSignal,
): Promise<string> {
  const known = behavesAs(await discovery.serverVersion(signal))
  const chosenFor = plugin.metadata.annotations[kubernetesAnnotation]
  if (chosenFor === undefined || chosenFor === known) return known
  if (chosenFor === plugin.status.observedKubernetes) return known
  return behavesAs(await discovery.newestVersion(signal))
}

function behavesAs({ gitVersion, emulates }: ServerVersion): string {
  return emulates ?? gitVersion
}

async function sourceFrom(
  { references, kubernetes, records }: Known,
  question: SourceQuestion,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Made> {
  const { plugin, retry } = question
  const { spec, status } = plugin
  const missing = missingReference(plugin, references)
  if (missing !== undefined)
    return blocked((await valuesRefusal(plugin, context, signal)) ?? missing)
  const sourceRequest = sourceRequestOf(plugin, context)
  if ('reason' in sourceRequest) return blocked(sourceRequest)
  // A version that may not be followed yet makes no difference to what was rendered on another one.
  const unsettled = context.hasSettled(plugin, kubernetes) ? undefined : kubernetes
  const recall = (inputs: string) => records.recall(inputs, signal)
  const compared = { recall, cluster: clusterOf(question), unsettled }
  const compare = (key: string | undefined, digest: string): Comparison | Promise<Comparison> =>
    key === undefined
      ? 'other'
      : compareWithCluster(key, { references, spec, digest }, compared, signal)
  const deployed = isDeployed(question) ? status.inputs : undefined
  const stays = !canMove(spec, sourceRequest.request.address)
  if (stays && (await compare(deployed, status.digest ?? '')) === 'same') return unchanged
  const refusal = await valuesRefusal(plugin, context, signal)
  if (refusal !== undefined) return blocked(refusal)
  try {
    const { offWorker } = context
    // A retry fetches what is there now.
    const anew = retry === '' ? sourceRequest : { ...sourceRequest, fresh: 0 }
    const asker = { namespace: plugin.metadata.namespace, offWorker }
    // A release that runs as it was asked for goes on to be ready while somebody looks for something newer.
    const isAsked = status.observedGeneration !== plugin.metadata.generation
    const what = [spec.name ?? '', spec.version ?? ''].join(' ').trim()
    const message = `fetching ${what === '' ? 'the source' : what} from ${spec.repo ?? ''}`
    if (isAsked) context.stage({ reason: 'Fetching', message })
    const loaded = await context.sources.load(anew, asker)
    const comparison = await compare(deployed, loaded.digest)
    if (comparison === 'same') return unchanged
    const preparation = await prepare(plugin, { source: loaded, references }, context, signal)
    if (!preparation.ok) return blocked(preparation.obstacle, preparation.inputs)
    const { prepared } = preparation
    const wasAttempted = (await compare(status.attempted, loaded.digest)) === 'same'
    const inputs = wasAttempted ? (status.attempted ?? '') : basePart(prepared.inputs)
    const { version } = prepared.chart.metadata
    const onlyLookups = comparison === 'other-lookups'
    const source: Source = { is: 'ready', inputs, version }
    return { source, prepared: { ...prepared, onlyLookups, kubernetes } }
  } catch (error) {
    if (signal.aborted) throw error
    return blocked(obstacleOf(error, 'SourceNotFound'))
  }
}

interface Known extends Pick<SourceSeen, 'references' | 'kubernetes'> {
  readonly records: LookupRecords
}
type Made = Pick<SourceSeen, 'source' | 'prepared'>

const unchanged: Made = { source: { is: 'unchanged' }, prepared: undefined }

function blocked(obstacle: Obstacle, inputs = ''): Made {
  return { source: { is: 'blocked', inputs, obstacle }, prepared: undefined }
}

/** Whether the newest revision is what the status tells of: one that somebody else made is not what was asked for here. */
export function isDeployed({
  plugin,
  revisions,
  retry,
}: Pick<SourceQuestion, 'plugin' | 'revisions' | 'retry'>): boolean {
  const last = revisions.at(-1)
  const isOurs = last?.status === 'deployed' && last.revision === plugin.status.revision
  return isOurs && retry === ''
}

function clusterOf({ plugin, target }: SourceQuestion): ComparedWith['cluster'] {
  const client = actingAs(target.client, plugin, target)
  return { client, discovery: target.discovery }
}

/** The lookups of the last render of a plugin. After a restart they stand beside the revision, and one pass reads them once. */
class LookupRecords {
  found: ReadLookups | undefined
  private readonly question: SourceQuestion
  private readonly context: Pick<PluginReads, 'lookups'>

  constructor(question: SourceQuestion, context: Pick<PluginReads, 'lookups'>) {
    this.question = question
    this.context = context
  }

  async recall(inputs: string, signal: AbortSignal): Promise<ClusterFacts['lookups']> {
    const { metadata, status } = this.question.plugin
    const known = this.context.lookups.of(`${metadata.namespace}/${metadata.name}`, inputs)
    if (known !== undefined || inputs !== status.inputs) return known ?? {}
    this.found ??= { inputs, lookups: await this.read(signal) }
    return this.found.lookups
  }

  private async read(signal: AbortSignal): Promise<ClusterFacts['lookups']> {
    const { plugin, place } = this.question
    const { client } = clusterOf(this.question)
    const revision = plugin.status.revision ?? 0
    const found = await new ReleaseStore({ client }).get(place, revision, signal)
    const outriggerRecord =
      found && (await readOutriggerRecord({ client, ...place }, found.record, signal))
    return outriggerRecord?.lookups ?? {}
  }
}

function missingReference(
  { metadata, spec }: Plugin,
  references: Inputs['references'],
): Obstacle | undefined {
  const missing = spec.valuesFrom.find(
    ({ optional }, index) => !optional && references[index] === '',
  )
  if (missing === undefined) return undefined
  const message = `${missing.kind} ${metadata.namespace}/${missing.name}, which holds values, does not exist`
  return { reason: 'ValuesNotFound', message, again: 'on-event' }
}

async function referenceVersions(
  plugin: Plugin,
  { watched, globalsOf }: PluginReads,
  signal: AbortSignal,
): Promise<Inputs['references']> {
  const { namespace } = plugin.metadata
  const versions = plugin.spec.valuesFrom.map(
    async ({ kind, name }) => (await watched.versionOf(kind, namespace, name, signal)) ?? '',
  )
  const globals = plugin.spec.globals === true ? globalsState(globalsOf(plugin)) : ''
  return [...(await Promise.all(versions)), ...(globals === '' ? [] : [globals])]
}
