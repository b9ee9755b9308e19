import { createHash } from 'node:crypto'
import type { Plugin } from '../../kinds/plugin.ts'

/** Changes when what a chart renders to may change with us; an engine change renders everything again. */
const engine = 'helm-4.2.3/2'

/** What a release is made from, as far as it can be told without making it. */
export interface Inputs {
  readonly spec: Plugin['spec']
  /** Version of each object of `valuesFrom`, in order. */
  readonly references: readonly string[]
  /** The digest of the chart. */
  readonly digest: string
}

/** What a cluster says to templates. */
export interface ClusterFacts {
  /** The version of Kubernetes. */
  readonly version: string
  /** Digest of what is served. */
  readonly apis: string
  /** Digests of answers, by what was looked up. */
  readonly lookups: Readonly<Record<string, string>>
}

/** What a render asked of a cluster, with what it was told; undefined is what nobody asked. */
export type Asked = Pick<ClusterFacts, 'lookups'> & {
  readonly [Part in 'version' | 'apis']: string | undefined
}

export const nothingAsked: Asked = { version: undefined, apis: undefined, lookups: {} }

const markers = { version: '+version', apis: '+apis', lookups: '+lookups:' } as const

/** The digest of all of it. What it ends with says which facts of the cluster are part of it, and what was looked up. */
export function inputsKey({ spec, references, digest }: Inputs, asked: Asked): string {
  const { version, apis, lookups } = asked
  const parts = [engine, specPart(spec), references, digest, version ?? '', apis ?? '']
  const marks = [
    version === undefined ? '' : markers.version,
    apis === undefined ? '' : markers.apis,
  ]
  return `sha256:${hashOf(parts)}${marks.join('')}${lookupsPart(lookups)}`
}

function lookupsPart(lookups: ClusterFacts['lookups']): string {
  const found = Object.entries(lookups).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return found.length === 0 ? '' : `${markers.lookups}${hashOf(found).slice(0, 16)}`
}

/** How inputs are to those of a key. */
export type Comparison = 'same' | 'other-lookups' | 'other'

/** Compares inputs, as the cluster is now, with a key. */
export function compareInputs(key: string, inputs: Inputs, now: ClusterFacts): Comparison {
  const asked = {
    version: asks(key, 'version') ? now.version : undefined,
    apis: asks(key, 'apis') ? now.apis : undefined,
    lookups: asks(key, 'lookups') ? now.lookups : {},
  }
  const found = inputsKey(inputs, asked)
  if (found === key) return 'same'
  const isSameBut = withoutLookups(found) === withoutLookups(key)
  return asks(key, 'lookups') && isSameBut ? 'other-lookups' : 'other'
}

/** Whether a fact of the cluster is part of a key. */
export function asks(key: string | undefined, fact: keyof typeof markers): boolean {
  return key?.includes(markers[fact]) === true
}

function withoutLookups(key: string): string {
  const at = key.indexOf(markers.lookups)
  return at < 0 ? key : key.slice(0, at)
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Tells lists of served versions apart. */
export function apisDigest(apiVersions: readonly string[]): string {
  return hashOf(apiVersions.toSorted())
}

// What says when or how, and not what, makes no other release.
function specPart(spec: Plugin['spec']): unknown {
  const { kind, repo, name, version, path, values, valuesText } = spec
  const { valuesFrom, patches, images, crds, targetNamespace, releaseName } = spec
  const given = { kind, repo, name, version, path, values, valuesText }
  return [given, { valuesFrom, patches, images, crds, targetNamespace, releaseName }]
}
