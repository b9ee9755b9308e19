import type { Obstacle } from '../../../pass/obstacle.ts'
import type { Offer } from '../../../../catalog/choice/offer.ts'
import type { Extension } from '../../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'
import type { Plugin } from '../../../../kinds/plugin.ts'
import { intervalOf } from '../../../pass/duration.ts'
import type { SourceRequest } from '../../../sources/source-cache.ts'
import {
  type Repositories,
  type RepositoryRequest,
  addressProblem,
  isAddress,
  isDigest,
  chartRequestOf,
} from '../../../sources/source-request.ts'
import { sourceAnnotation } from '../../../pass/instance-names.ts'
import type { PluginSeen } from '../observation.ts'

/**
 * The version that an instance asks for: `1.2`, a range, or `v1.34@sha256:…` for one state of a
 * tag.
 */
export function askedOf({ spec }: ExtensionInstance): {
  readonly version?: string
  readonly digest?: string
} {
  if (spec.version === undefined) return {}
  const [version = '', digest] = spec.version.split('@', 2)
  return { version, ...(digest === undefined ? {} : { digest }) }
}

/** Where the names of Repositories lead. */
export interface RepositoryContext {
  readonly repositories: Repositories
  readonly platformNamespace: string
}

/**
 * The request for a tag; with a digest, for that state of it, wherever the tag is by now. An
 * obstacle while its Repository cannot be asked.
 */
export function tagRequest(
  offer: Offer,
  extension: Extension,
  digest: string | undefined,
  context: RepositoryContext,
): SourceRequest | Obstacle {
  const found = namedSource(offer, context)
  if ('reason' in found) return found
  const { source, stamp } = found
  if (!source.address.startsWith('oci://')) return noRegistry(offer)
  const { kind } = offer
  const spec = { kind, ...nameOf(offer), ...(digest === undefined ? {} : { version: digest }) }
  const request = chartRequestOf({ spec, metadata: extension.metadata, isOfTag: true }, source)
  const tagged = digest === undefined ? { address: `${request.address}:${offer.tag}` } : {}
  return {
    kind,
    request: { ...request, ...tagged },
    name: extension.metadata.name,
    fresh: intervalOf(extension.spec),
    stamp,
  }
}

/**
 * The way to fetch from an address that an Extension names. The writer of the Extension answers for
 * it.
 */
export function namedSource(
  { repo }: Pick<Offer, 'repo'>,
  { repositories, platformNamespace }: RepositoryContext,
): { readonly source: RepositoryRequest; readonly stamp: string } | Obstacle {
  if (isAddress(repo)) {
    const problem = addressProblem(repo)
    if (problem !== undefined)
      return { reason: 'InvalidSpec', message: `its source: ${problem}`, again: 'on-event' }
    return { source: { address: repo, trust: 'trusted' }, stamp: '' }
  }
  // A name in an Extension is the platform's, whatever the namespace of an instance calls so.
  const found = repositories.find(repo, platformNamespace)
  if (found.state === 'found') return { source: found.source, stamp: found.entry.digest }
  return { reason: 'Waiting', message: `its Repository: ${found.message}`, again: 'on-event' }
}

function noRegistry({ repo }: Offer): Obstacle {
  const message = `Repository ${repo} is not at an oci:// address, and only registries have tags`
  return { reason: 'InvalidSpec', message, again: 'on-change' }
}

/** How a Plugin names one state of a tag. Without the tag: that may mean something else by the time it is fetched again. */
export function pinnedSource(
  offer: Offer,
  digest: string,
): { readonly repo: string; readonly name?: string; readonly version?: string } {
  const { repo, name } = offer
  // The name stays, for the credentials that come with it.
  if (!isAddress(repo)) return { repo, ...nameOf(offer), version: digest }
  const place = name === undefined ? repo : `${repo.replace(/\/$/, '')}/${name}`
  return { repo: `${place}@${digest}` }
}

/** The state of a tag that is used whatever the tag means now: asked for, or running where upgrades are by hand. */
export function heldDigest(
  { key, tag }: Offer,
  instance: ExtensionInstance,
  plugin: PluginSeen | undefined,
): string | undefined {
  if (tag === undefined) return undefined
  const { digest } = askedOf(instance)
  if (digest !== undefined) return digest
  return instance.spec.upgrade === 'manual' ? runningDigest({ key }, instance, plugin) : undefined
}

/** The state of a tag that runs. */
export function runningDigest(
  { key }: Pick<Offer, 'key'>,
  instance: ExtensionInstance,
  plugin: PluginSeen | undefined,
): string | undefined {
  const { metadata, spec } = plugin?.isOurs === true ? plugin.plugin : {}
  if (metadata?.annotations[sourceAnnotation] === key) return pinnedDigest(spec)
  // A plugin that is gone was the one that the status tells of.
  return instance.status.source === key ? instance.status.digest : undefined
}

function pinnedDigest(spec: Plugin['spec'] | undefined): string | undefined {
  if (isDigest(spec?.version)) return spec?.version
  return /@(sha\d+:[0-9a-f]+)$/.exec(spec?.repo ?? '')?.[1]
}

function nameOf({ name }: Offer): { readonly name?: string } {
  return name === undefined ? {} : { name }
}
