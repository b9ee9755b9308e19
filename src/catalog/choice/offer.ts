import type { Extension } from '../../kinds/extension.ts'
import { type KubernetesVersion, fitsRange } from './kubernetes-version.ts'
import { tagFor } from './tag-pattern.ts'

type Source = Extension['spec']['sources'][number]

/** One source of an Extension, made exact for one version of Kubernetes. */
export interface Offer {
  /** The version that a user picks. */
  readonly version: string
  readonly appVersion: string
  /** Names it among the sources of its Extension: the address with its version or tag. */
  readonly key: string
  readonly kind: Source['kind']
  readonly repo: string
  readonly name: string | undefined
  /** An exact version of the chart, or a range; undefined with a tag. */
  readonly chartVersion: string | undefined
  /** Resolved to a digest before it is used. */
  readonly tag: string | undefined
  readonly path: string | undefined
  /** The document that maps parameters to values; undefined is the identity. */
  readonly values: string | undefined
  /** Whether the values are not checked by the schema of the chart. */
  readonly skipSchemaValidation: boolean
  /** The fate of instances of it; such a source is no longer given to new ones. */
  readonly retirement: Source['retirement']
}

/** The answer of a source for one version of Kubernetes. */
export type Offered =
  | { readonly is: 'offer'; readonly offer: Offer }
  /** It is for other versions. */
  | { readonly is: 'other-kubernetes'; readonly range: string; readonly version: string }
  | { readonly is: 'problem'; readonly problem: string }

/** Makes a source exact. */
export function offerOf(source: Source, kubernetes: KubernetesVersion): Offered {
  const range = source.kubernetes ?? ''
  const fit = range === '' ? 'fits' : fitsRange(range, kubernetes)
  if (typeof fit === 'object') return { is: 'problem', problem: fit.problem }
  const tagged = source.tag === undefined ? undefined : tagFor(source.tag, kubernetes)
  if (tagged !== undefined && 'problem' in tagged) return { is: 'problem', ...tagged }
  const { version, key } = namesOf(source, tagged?.tag)
  if (fit === 'does-not-fit') return { is: 'other-kubernetes', range, version }
  const { kind, repo, name, chartVersion, path, values, retirement } = source
  const { skipSchemaValidation = false } = source
  const place = { kind, repo, name, chartVersion, tag: tagged?.tag, path }
  const exact = { ...place, values, skipSchemaValidation, retirement }
  return { is: 'offer', offer: { version, appVersion: source.appVersion ?? '', key, ...exact } }
}

/**
 * The names of a source: the version that users pick, and its key among the sources of its
 * Extension.
 */
export function namesOf(
  source: Source,
  tag: string | undefined,
): { readonly version: string; readonly key: string } {
  return { version: versionOf(source, tag), key: keyOf(source, tag) }
}

/** Whether a key is that of a source under some tag. */
export function isUnderTag({ repo, name, tag }: Source, key: string): boolean {
  return tag !== undefined && key.startsWith(`${placeOf(repo, name)}:`)
}

function versionOf({ version, appVersion, chartVersion }: Source, tag: string | undefined): string {
  return version ?? appVersion ?? tag ?? chartVersion ?? ''
}

function keyOf({ repo, name, chartVersion, path }: Source, tag: string | undefined): string {
  const place = placeOf(repo, name)
  const exact = tag ?? chartVersion
  const at = exact === undefined ? place : `${place}:${exact}`
  return path === undefined ? at : `${at}//${path}`
}

function placeOf(repo: string, name: string | undefined): string {
  return name === undefined ? repo : `${repo.replace(/\/$/, '')}/${name}`
}
