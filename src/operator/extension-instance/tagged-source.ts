import type { Offer } from '../../catalog/choice/offer.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { parseDuration } from '../duration.ts'
import type { SourceWish } from '../plugin/source-book.ts'
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

/** What is fetched for a tag; with a digest, that state of it, wherever the tag is by now. */
export function tagWish(offer: Offer, extension: Extension, digest?: string): SourceWish {
  const address = digest === undefined ? `${placeOf(offer)}:${offer.tag}` : addressOf(offer, digest)
  return {
    kind: offer.kind,
    request: { address, trust: 'trusted' },
    name: extension.metadata.name,
    fresh: parseDuration(extension.spec.interval),
    stamp: '',
  }
}

/** Where one state of a tag is. Without the tag: that may mean something else by the time it is fetched again. */
export function addressOf(offer: Offer, digest: string): string {
  return `${placeOf(offer)}@${digest}`
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
  if (metadata?.annotations[sourceAnnotation] === key) return digestIn(spec?.repo ?? '')
  // A plugin that is gone was the one that the status tells of.
  return instance.status.source === key ? instance.status.digest : undefined
}

function placeOf({ repo, name }: Offer): string {
  return name === undefined ? repo : `${repo.replace(/\/$/, '')}/${name}`
}

function digestIn(address: string): string | undefined {
  return /@(sha\d+:[0-9a-f]+)$/.exec(address)?.[1]
}
