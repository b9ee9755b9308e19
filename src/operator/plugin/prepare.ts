import type { Chart, Table } from '../../chart/chart.ts'
import { parseDuration } from '../duration.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { decodeBase64 } from '../../formats/base64.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/get-object.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import { obstacleOf } from '../errors.ts'
import { actingAs } from './account.ts'
import { type Conceal, concealerOf } from './conceal.ts'
import { isEmptySource } from './empty-source.ts'
import { type Inputs, basePart } from './inputs-key.ts'
import { type ValuesSource, mergeValues } from './merge-values.ts'
import { isGlobalKey, plainAnnotation } from './names.ts'
import type { Obstacle } from './observation.ts'
import type { LoadedSource, SourceWish } from './source-book.ts'
import { type RepositoryRequest, isAddress, sourceRequest, trustOf } from './source-request.ts'
import { sourceAnnotation } from '../extension-instance/names.ts'
import { unreadSource } from './unread-source.ts'
import { resourceOf } from './watched-objects.ts'
import type { PluginWorld } from './world.ts'

/** A release as it would be made. */
export interface Prepared {
  readonly chart: Chart
  readonly values: Table
  /** Takes what comes from Secrets out of what is told of it. */
  readonly conceal: Conceal
  readonly address: string
  readonly digest: string
  /** What it is made from, but what its templates ask of the cluster. */
  readonly inputs: Inputs
  /** Whether nothing but what templates look up is another since the release was made. */
  readonly onlyLookups: boolean
  /** The version of Kubernetes that the cluster behaved as when it was looked at. */
  readonly kubernetes: string
}

export type Preparation =
  | { readonly ok: true; readonly prepared: Omit<Prepared, 'onlyLookups' | 'kubernetes'> }
  | { readonly ok: false; readonly inputs: string; readonly obstacle: Obstacle }

/** What would be fetched for a plugin; an obstacle when its `repo` means nothing yet. */
export function sourceWish(
  plugin: Plugin,
  {
    repositories,
    platformNamespace,
    isVouched,
  }: Pick<PluginWorld, 'repositories' | 'platformNamespace' | 'isVouched'>,
): SourceWish | Obstacle {
  const { spec, metadata } = plugin
  const { repo } = spec
  if (repo === undefined) {
    const message = 'repo is not set: give an address or the name of a Repository'
    return { reason: 'InvalidSpec', message, again: 'on-change' }
  }
  const fresh = parseDuration(spec.interval)
  const wishOf = (source: RepositoryRequest, stamp: string) => ({
    kind: spec.kind,
    request: sourceRequest(plugin, source),
    name: spec.name ?? metadata.name,
    fresh,
    stamp,
  })
  if (isAddress(repo)) {
    const own = trustOf(metadata.namespace, platformNamespace)
    const trust = isVouched(spec) ? 'trusted' : own
    return wishOf({ address: repo, trust }, '')
  }
  // What an Extension names is the platform's, whatever the namespace of an instance calls so.
  const isOfExtension = metadata.annotations[sourceAnnotation] !== undefined && isVouched(spec)
  const found = repositories.find(repo, isOfExtension ? platformNamespace : metadata.namespace)
  if (found.state === 'found') {
    const { address, trust, credentials, tls, repositoryName } = found.source
    const source: RepositoryRequest = {
      address,
      trust,
      ...(credentials === undefined ? {} : { credentials }),
      ...(tls === undefined ? {} : { tls }),
      ...(repositoryName === undefined ? {} : { repositoryName }),
    }
    return wishOf(source, found.entry.digest)
  }
  return { reason: 'Waiting', message: found.message, again: 'on-event' }
}

/** Values for a source that is there. */
export async function prepare(
  plugin: Plugin,
  source: LoadedSource,
  references: Inputs['references'],
  world: PluginWorld,
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
    const own = actingAs(world.client, plugin, world.platformNamespace)
    const sources = await readSources(plugin, own, signal)
    const unread = unreadSource(sources, plugin.metadata.namespace)
    if (unread !== undefined) {
      const again = unread.reason === 'ValuesNotFound' ? 'on-event' : 'on-change'
      return { ok: false, inputs: basePart(inputs), obstacle: { ...unread, again } }
    }
    const values = mergeValues(plugin.spec, sources)
    const conceal = concealerOf(sources)
    return { ok: true, prepared: { chart, values, conceal, address, digest, inputs } }
  } catch (error) {
    return { ok: false, inputs: basePart(inputs), obstacle: obstacleOf(error, 'ValuesNotFound') }
  }
}

/** What takes Secrets out of what is told of a plugin that nothing was prepared for. */
export async function readConcealer(
  plugin: Plugin,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Conceal> {
  if (!plugin.spec.valuesFrom.some(({ kind }) => kind === 'Secret')) return (text) => text
  try {
    // As the operator: what failed may be that the account has lost its rights.
    return concealerOf(await readSources(plugin, world.client, signal))
  } catch {
    signal.throwIfAborted()
    return () => 'values come from Secrets that cannot be read now, so why it failed is not told'
  }
}

async function readSources(
  plugin: Plugin,
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly ValuesSource[]> {
  const { namespace } = plugin.metadata
  return Promise.all(
    plugin.spec.valuesFrom.map(async (from) => {
      const target = { resource: resourceOf(from.kind), namespace, name: from.name }
      return sourceOf(from, await getObject(client, target, {}, signal))
    }),
  )
}

/** What an entry of `valuesFrom` holds. */
export function sourceOf(from: ValuesSource['from'], found: KubeObject | undefined): ValuesSource {
  const isPlain =
    textAt(found, ['metadata', 'annotations', plainAnnotation]) === 'true' || isGlobalKey(from.key)
  return { from, data: found && dataOf(found), isPlain }
}

/** The texts of a ConfigMap or Secret by key; what is binary in the former is base64, as everything in the latter. */
export function dataOf(object: KubeObject): Readonly<Record<string, string>> {
  const isSecret = object.kind === 'Secret'
  const plain = isSecret ? {} : textsIn(object, 'data')
  const coded = textsIn(object, isSecret ? 'data' : 'binaryData')
  const decoded = Object.entries(coded).map(
    ([name, text]) => [name, fromBytes(decodeBase64(text))] as const,
  )
  return { ...plain, ...Object.fromEntries(decoded) }
}

function textsIn(object: KubeObject, field: string): Readonly<Record<string, string>> {
  const found = readPath(object, [field])
  return isJsonObject(found) ? (found as Readonly<Record<string, string>>) : {}
}
