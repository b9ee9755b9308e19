import { crdFiles } from '../../../chart/render/render.ts'
import { readValuesFrom } from '../../values/read-values-from.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import type { Chart, Table } from '../../../chart/chart.ts'
import { intervalOf } from '../../pass/duration.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { obstacleOf } from '../../pass/obstacle-of.ts'
import { actingAs } from '../../clusters/account.ts'
import { type Redact, redactorOf, holdSecrets } from '../../values/redact.ts'
import { type Inputs, basePart } from './render/inputs-key.ts'
import { fillSource } from '../../sources/fill-source.ts'
import { valuesFor } from '../../values/variables.ts'
import type { LoadedSource, SourceRequest } from '../../sources/source-cache.ts'
import {
  type RepositoryRequest,
  addressProblem,
  isAddress,
  chartRequestOf,
  isDigest,
  trustOf,
} from '../../sources/source-request.ts'
import { extensionLabel, sourceAnnotation } from '../../pass/instance-names.ts'
import { globalSource } from '../../values/globals-of.ts'
import { unreadSource } from '../../values/unread-source.ts'
import type { PluginReads } from './context.ts'

/** A release as it would be made. */
export interface Prepared {
  readonly chart: Chart
  readonly values: Table
  /** The redactor for errors; undefined when no value comes from a Secret. */
  readonly redact: Redact | undefined
  readonly address: string
  readonly digest: string
  /** The inputs, without the questions of its templates to the cluster. */
  readonly inputs: Inputs
  /** Whether nothing but what templates look up is another since the release was made. */
  readonly onlyLookups: boolean
  /** The version of Kubernetes that the cluster behaved as when it was looked at. */
  readonly kubernetes: string
}

export type Preparation =
  | { readonly ok: true; readonly prepared: Omit<Prepared, 'onlyLookups' | 'kubernetes'> }
  | { readonly ok: false; readonly inputs: string; readonly obstacle: Obstacle }

/** Milliseconds for which what was fetched is taken for the state of now. */
const justNow = 5000

/** The request for the source of a plugin; an obstacle when its `repo` means nothing yet. */
export function sourceRequestOf(
  plugin: Plugin,
  {
    repositories,
    platformNamespace,
    isNamedByExtension,
  }: Pick<PluginReads, 'repositories' | 'platformNamespace' | 'isNamedByExtension'>,
): SourceRequest | Obstacle {
  const { spec, metadata } = plugin
  const { repo } = spec
  if (repo === undefined) {
    const message = 'repo is not set: give an address or the name of a Repository'
    return { reason: 'InvalidSpec', message, again: 'on-change' }
  }
  // The chart of an Extension is named as the Extension unless its source says otherwise, whatever an instance is called.
  const isOfSource = metadata.annotations[sourceAnnotation] !== undefined
  const name = (isOfSource ? metadata.labels[extensionLabel] : undefined) ?? metadata.name
  const isOfTag = isOfSource && isDigest(spec.version)
  const isNew = plugin.status.observedGeneration !== metadata.generation
  // A user who asks now for the newest means the newest of now.
  const fresh = isNew ? Math.min(justNow, intervalOf(spec)) : intervalOf(spec)
  const requestFor = (source: RepositoryRequest, stamp: string) => ({
    kind: spec.kind,
    request: chartRequestOf({ spec, metadata: { name }, isOfTag }, source),
    name: spec.name ?? name,
    fresh,
    stamp,
  })
  const problem = isAddress(repo) ? addressProblem(repo) : undefined
  if (problem !== undefined)
    return { reason: 'InvalidSpec', message: `repo: ${problem}`, again: 'on-change' }
  if (isAddress(repo)) {
    const own = trustOf(metadata.namespace, platformNamespace)
    const trust = isNamedByExtension(spec) ? 'trusted' : own
    return requestFor({ address: repo, trust }, '')
  }
  // A Repository that an Extension names is the platform's, whatever the namespace of an instance
  // calls so.
  const isOfExtension =
    metadata.annotations[sourceAnnotation] !== undefined && isNamedByExtension(spec)
  const found = repositories.find(repo, isOfExtension ? platformNamespace : metadata.namespace)
  if (found.state === 'found') {
    const { address, trust, credentials, tls, repositoryName } = found.source
    const wrong = addressProblem(address)
    if (wrong !== undefined)
      return { reason: 'InvalidSpec', message: `Repository ${repo}: ${wrong}`, again: 'on-change' }
    const source: RepositoryRequest = {
      address,
      trust,
      ...(credentials === undefined ? {} : { credentials }),
      ...(tls === undefined ? {} : { tls }),
      ...(repositoryName === undefined ? {} : { repositoryName }),
    }
    return requestFor(source, found.entry.digest)
  }
  const waiting = { reason: 'Waiting', message: found.message, again: 'on-event' } as const
  return found.state === 'unread' ? { ...waiting, isUnknown: true } : waiting
}

/** Values for a source that is there. */
export async function prepare(
  plugin: Plugin,
  {
    source,
    references,
  }: { readonly source: LoadedSource; readonly references: Inputs['references'] },
  context: PluginReads,
  signal: AbortSignal,
): Promise<Preparation> {
  const { chart, address, digest } = source
  const inputs = { references, spec: plugin.spec, digest }
  if (isEmptySource(chart) && (plugin.status.objects ?? 0) > 0) {
    const message = `${address} is empty now: what was installed from it is kept; disable the plugin to uninstall it`
    const obstacle: Obstacle = { reason: 'SourceNotFound', message, again: 'on-change' }
    return { ok: false, inputs: basePart(inputs), obstacle }
  }
  try {
    const own = actingAs(context.client, plugin, context)
    const named = await readValuesFrom(plugin, own, signal)
    const globals = plugin.spec.globals === true ? [globalSource(context.globalsOf(plugin))] : []
    const sources = [...globals, ...named]
    const unread = unreadSource(sources, plugin.metadata.namespace)
    if (unread !== undefined) {
      const again = unread.reason === 'ValuesNotFound' ? 'on-event' : 'on-change'
      return { ok: false, inputs: basePart(inputs), obstacle: { ...unread, again } }
    }
    const values = valuesFor(plugin.spec, sources)
    const redact = holdSecrets(sources) ? redactorOf(sources) : undefined
    const filled = fillSource(source, values)
    return { ok: true, prepared: { chart: filled, values, redact, address, digest, inputs } }
  } catch (error) {
    return { ok: false, inputs: basePart(inputs), obstacle: obstacleOf(error, 'ValuesNotFound') }
  }
}

/** The same for a plugin that nothing was prepared for. */
export async function readRedactor(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Redact | undefined> {
  if (!plugin.spec.valuesFrom.some(({ kind }) => kind === 'Secret')) return undefined
  // As the operator: what failed may be that the account has lost its rights.
  const sources = await readValuesFrom(plugin, context.client, signal)
  return holdSecrets(sources) ? redactorOf(sources) : undefined
}

/** The same for the outline of an error, which holds no values: where Secrets cannot be read, it is told as it is. */
export async function readOutlineRedactor(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Redact | undefined> {
  try {
    return await readRedactor(plugin, context, signal)
  } catch (error) {
    if (signal.aborted || !isKubeError(error)) throw error
    return (text) => text
  }
}

/** Whether a source holds nothing that could become an object, whatever the values are. */
function isEmptySource(chart: Chart): boolean {
  return crdFiles(chart, '').length === 0 && !hasTemplates(chart)
}

// A partial gives nothing by itself, notes are for people.
function hasTemplates({ templates, dependencies }: Chart): boolean {
  const own = templates.some(({ name, data }) => {
    const file = name.slice(name.lastIndexOf('/') + 1)
    return !file.startsWith('_') && file !== 'NOTES.txt' && data.some((byte) => byte > space)
  })
  return own || dependencies.some(hasTemplates)
}

const space = 0x20
