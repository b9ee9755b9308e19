import type { Digest } from '../../oci/digest.ts'
import { parseRegistryReference } from '../../oci/reference.ts'

/** A chart in a registry, as somebody named it. */
export interface ChartReference {
  readonly host: string
  readonly repository: string
  /** With the `+` of versions, for which a tag has `_`. */
  readonly version: string | undefined
  readonly digest: Digest | undefined
}

/** Reads `oci://host/path/name[:version][@digest]`; Helm takes no `+` here, nor a `_` for one. */
export function parseChartReference(text: string): ChartReference {
  const at = text.indexOf('@')
  const named = at < 0 ? text : text.slice(0, at)
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  const version = colon < 0 ? undefined : versionOf(named.slice(colon + 1))
  const tagged = colon < 0 ? text : `${named.slice(0, colon)}:${tagOf(version ?? '')}`
  const digest = at < 0 || colon < 0 ? '' : text.slice(at)
  const reference = parseRegistryReference(`${tagged}${digest}`)
  const { host, repository } = reference
  return { host, repository, version, digest: reference.digest }
}

/** The tag of a version: tags know no `+`. */
export function tagOf(version: string): string {
  return version.replaceAll('+', '_')
}

/** The version of a tag. */
export function versionOf(tag: string): string {
  return tag.replaceAll('_', '+')
}

/** The last part of a repository, which is the chart's name. */
export function chartNameOf(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1)
}
