import { createHash } from 'node:crypto'
import type { Plugin } from '../../../../kinds/plugin.ts'

/** Changes when what a chart renders to may change with us; an engine change renders everything again. */
const engine = 'helm-4.2.3/5'

/** The inputs of a release, as far as they can be told without making it. */
export interface Inputs {
  readonly spec: Plugin['spec']
  /** Version of each object of `valuesFrom`, in order. */
  readonly references: readonly string[]
  /** The digest of the chart. */
  readonly digest: string
}

/** The facts of a cluster that templates can ask for. */
export interface ClusterFacts {
  /** The version of Kubernetes. */
  readonly version: string
  /** Digest of what is served. */
  readonly apis: string
  /** Digests of answers, by what was looked up. */
  readonly lookups: Readonly<Record<string, string>>
}

/**
 * The questions of a render to a cluster, with their answers; undefined for a question that was not
 * asked.
 */
export type Asked = Pick<ClusterFacts, 'lookups'> & {
  readonly [Part in 'version' | 'apis']: string | undefined
}

/** The state of a cluster when something was rendered for it. */
export interface MadeOn {
  /** The version of Kubernetes that it behaved as. */
  readonly kubernetes: string
}

export const nothingAsked: Asked = { version: undefined, apis: undefined, lookups: {} }

const markers = { version: '+version', apis: '+apis', lookups: '+lookups:' } as const

/**
 * The digest of all of it, in three parts. The part about the cluster stands by itself, with the
 * version of Kubernetes: a reader can leave out what another version says. The last part is about
 * the lookups.
 */
export function inputsKey(inputs: Inputs, asked: Asked, { kubernetes }: MadeOn): string {
  return `${basePart(inputs)}${clusterPart(asked, kubernetes)}${lookupsPart(asked.lookups)}`
}

/** The digest of what can be told without rendering. */
export function basePart({ spec, references, digest }: Inputs): string {
  return `sha256:${hashOf([engine, specPart(spec), references, digest])}`
}

function clusterPart({ version, apis }: Asked, kubernetes: string): string {
  if (version === undefined && apis === undefined) return ''
  const marks = [
    version === undefined ? '' : markers.version,
    apis === undefined ? '' : markers.apis,
  ]
  const said = hashOf([version ?? '', apis ?? '']).slice(0, shortHash)
  return `${marks.join('')}=${said}@${plainVersion(kubernetes)}`
}

// Build metadata begins with a plus, as our own marks do.
function plainVersion(kubernetes: string): string {
  return kubernetes.replaceAll(/[^A-Za-z0-9.-]/g, '_')
}

const shortHash = 16

function lookupsPart(lookups: ClusterFacts['lookups']): string {
  const found = Object.entries(lookups).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return found.length === 0 ? '' : `${markers.lookups}${hashOf(found).slice(0, shortHash)}`
}

/** The result of comparing inputs with a key. */
export type Comparison = 'same' | 'other-lookups' | 'other'

/** The facts that inputs are compared with. */
export interface ComparedFacts extends ClusterFacts {
  /** A version of Kubernetes that has not settled yet: the facts of the cluster count only for releases that were made on it. */
  readonly unsettled?: string | undefined
}

/** Compares inputs, as the cluster is now, with a key. */
export function compareInputs(key: string, inputs: Inputs, now: ComparedFacts): Comparison {
  const [base = '', cluster = '', lookups = ''] = partsOf(key)
  if (base !== basePart(inputs) || !isSaid(cluster, now)) return 'other'
  return lookups === '' || lookups === lookupsPart(now.lookups) ? 'same' : 'other-lookups'
}

function partsOf(key: string): readonly string[] {
  return (
    /^(sha256:[0-9a-f]+)((?:\+version)?(?:\+apis)?(?:=[0-9a-f]+@[^+]*)?)(.*)$/
      .exec(key)
      ?.slice(1) ?? []
  )
}

function isSaid(part: string, { version, apis, unsettled }: ComparedFacts): boolean {
  if (part === '') return true
  const madeOn = part.slice(part.indexOf('@') + 1)
  if (unsettled !== undefined && madeOn !== plainVersion(unsettled)) return true
  const asked = {
    version: asks(part, 'version') ? version : undefined,
    apis: asks(part, 'apis') ? apis : undefined,
    lookups: {},
  }
  return part === clusterPart(asked, madeOn)
}

/** Whether a fact of the cluster is part of a key. */
export function asks(key: string | undefined, fact: keyof typeof markers): boolean {
  return key?.includes(markers[fact]) === true
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Tells lists of served versions apart. */
export function apisDigest(apiVersions: readonly string[]): string {
  return hashOf(apiVersions.toSorted())
}

// Fields that say when or how, and not what, make no other release.
function specPart(spec: Plugin['spec']): unknown {
  const { kind, repo, name, version, path, values, valuesText } = spec
  const { valuesFrom, patches, images, crds, targetNamespace, releaseName } = spec
  const given = { kind, repo, name, version, path, values, valuesText }
  // Objects that are adopted later are applied anew; a plugin that adopts none has the key that it had before there was this.
  const adopted = spec.adopt.filter(({ release }) => release === undefined)
  const adopt = adopted.length === 0 ? undefined : adopted
  const unchecked = spec.skipSchemaValidation === true ? true : undefined
  const how = { valuesFrom, patches, images, crds, targetNamespace, releaseName, adopt, unchecked }
  return [given, how]
}
