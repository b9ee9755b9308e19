import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, labelsOf, nameOf, textAt } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import type { Labels, ReleaseRecord } from '../release.ts'
import type { Driver } from './driver.ts'
import { withoutIntent } from './lock/intent-label.ts'

const keyPrefix = 'sh.helm.release.v1.'
const systemLabels = ['name', 'owner', 'status', 'version', 'createdAt', 'modifiedAt']

/** The name of the object that holds a revision. */
export function keyOf(name: string, revision: number): string {
  return `${keyPrefix}${name}.v${revision}`
}

/** Labels without those that Helm or we set ourselves: what a user gave. */
export function userLabels(labels: Labels): Labels {
  return withoutIntent(givenLabels(labels))
}

function givenLabels(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !systemLabels.includes(key)))
}

/** The selector of all revisions, or of those of one release. */
export function revisionSelector(name?: string): string {
  return name === undefined ? 'owner=helm' : `name=${name},owner=helm`
}

export interface StorageInput {
  readonly driver: Driver
  readonly record: ReleaseRecord
  /** The record as `encodeRelease` gives it. */
  readonly text: string
  readonly labels: Labels
  readonly written: 'createdAt' | 'modifiedAt'
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The object that holds a record, as Helm makes it. */
export function storageObject(input: StorageInput): KubeObject {
  const { driver, record, text } = input
  const labels: JsonObject = {
    ...givenLabels(input.labels),
    [input.written]: String(Math.floor(input.now / 1000)),
    name: record.name,
    owner: 'helm',
    status: record.info.status,
    version: String(record.version),
  }
  const name = keyOf(record.name, record.version)
  const metadata = { name, namespace: record.namespace, labels }
  if (driver === 'configmap') {
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { release: text } }
  }
  // Text of base64, which the API wants in base64 like all of a Secret.
  const release = Buffer.from(text).toString('base64')
  const type = 'helm.sh/release.v1'
  return { apiVersion: 'v1', kind: 'Secret', metadata, type, data: { release } }
}

/** The text of the record that an object holds. */
export function storedText(object: KubeObject): string {
  const release = textAt(object, ['data', 'release'])
  if (release === '') throw new ReleaseError('bad-record', `${nameOf(object)} holds no release`)
  return object.kind === 'Secret' ? Buffer.from(release, 'base64').toString('latin1') : release
}

/** The release and revision of an object, by its labels or else by its name. */
export function revisionOf(object: KubeObject): { name: string; revision: number } | undefined {
  const { name, version } = labelsOf(object)
  const [, ownName, ownVersion] = /^sh\.helm\.release\.v1\.(.+)\.v(\d+)$/.exec(nameOf(object)) ?? []
  const revision = Number(version ?? ownVersion)
  const release = name ?? ownName
  return release === undefined || !Number.isSafeInteger(revision)
    ? undefined
    : { name: release, revision }
}
