import type { Offer } from '../../catalog/choice/offer.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { parseDuration } from '../duration.ts'
import type { Obstacle } from '../plugin/observation.ts'
import type { SourceWish } from '../plugin/source-book.ts'
import {
  type Repositories,
  type RepositoryRequest,
  isAddress,
  isDigest,
  sourceRequest,
} from '../plugin/source-request.ts'
import { sourceAnnotation } from './names.ts'
import type { PluginSeen } from './observation.ts'

/** What an instance asks for by `version`: `1.2`, a range, or `v1.34@sha256:…` for one state of a tag. */
export function askedOf({ spec }: ExtensionInstance): {
  readonly version?: string
  readonly digest?: string
} {
  if (spec.version === undefined) return {}
  const [version = '', digest] = spec.version.split('@', 2)
  return { version, ...(digest === undefined ? {} : { digest }) }
}

/** Where the names of Repositories lead. */
export interface RepositoryWorld {
  readonly repositories: Repositories
  readonly platformNamespace: string
}

/**
 * What is fetched for a tag; with a digest, that state of it, wherever the tag is by now. An obstacle while its Repository
 * cannot be asked.
 */
export function tagWish(
  offer: Offer,
  extension: Extension,
  digest: string | undefined,
  world: RepositoryWorld,
): SourceWish | Obstacle {
  const found = namedSource(offer, world)
  if ('reason' in found) return found
  const { source, stamp } = found
  if (!source.address.startsWith('oci://')) return noRegistry(offer)
  const { kind } = offer
  const spec = { kind, ...nameOf(offer), ...(digest === undefined ? {} : { version: digest }) }
  const request = sourceRequest({ spec, metadata: extension.metadata }, source)
  const tagged = digest === undefined ? { address: `${request.address}:${offer.tag}` } : {}
  return {
    kind,
    request: { ...request, ...tagged },
    name: extension.metadata.name,
    fresh: parseDuration(extension.spec.interval),
    stamp,
  }
}

/** How to ask where an Extension says that something is. Whoever may write one answers for its addresses. */
export function namedSource(
  { repo }: Pick<Offer, 'repo'>,
  { repositories, platformNamespace }: RepositoryWorld,
): { readonly source: RepositoryRequest; readonly stamp: string } | Obstacle {
  if (isAddress(repo)) return { source: { address: repo, trust: 'trusted' }, stamp: '' }
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
