import { readManifestHead } from '../../chart/render/manifest-head.ts'
import { type RemovedApi, findRemovedApi } from '../../objects/api/removed-apis.ts'
import { printJson } from '../../objects/json-text.ts'
import { type KubeObject, kindOf } from '../../objects/kube-object.ts'
import type { ObjectName, ReleaseRecord, StoredHook } from '../release.ts'
import { idOf, printId } from './object-id.ts'
import { readManifest } from './read-manifest.ts'
import { storedDocuments } from './stored-manifests.ts'

/** An object of a stored revision whose version of its kind is no longer served. */
export interface StoredRemovedApi {
  readonly id: ObjectName
  /** The first minor version of Kubernetes 1 without it. */
  readonly removedIn: number
  /** The apiVersion that it gets; undefined when the kind is gone for good, and the object with it. */
  readonly replacement?: string
}

export interface RenewedRecord {
  readonly record: ReleaseRecord
  /** None when the record is as it was. */
  readonly removed: readonly StoredRemovedApi[]
}

/** Whether an API is to be written anew. */
export type IsGone = (api: RemovedApi) => boolean

/**
 * A stored revision in which nothing names an API that is gone: Helm refuses to upgrade, and to roll back to, a revision that
 * does. Only the apiVersion is another one, as all that is done with stored objects is to find them again; kinds without a
 * successor are left out. Every other byte stays.
 */
export function renewApis(record: ReleaseRecord, isGone: IsGone): RenewedRecord {
  const removed: StoredRemovedApi[] = []
  const renew = (text: string) => {
    const renewed = renewDocument(text, isGone)
    removed.push(...renewed.removed)
    return renewed
  }
  const documents = storedDocuments(record).map(({ path, text }) => ({ path, ...renew(text) }))
  const hooks = (record.hooks ?? []).flatMap((hook): readonly StoredHook[] => {
    const { texts, removed: found } = renew(hook.manifest)
    if (found.length === 0) return [hook]
    return texts.length === 0 ? [] : [{ ...hook, manifest: texts.join('\n---\n') }]
  })
  if (removed.length === 0) return { record, removed }
  const manifest = documents
    .flatMap(({ path, texts }) => texts.map((text) => documentText(path, text)))
    .join('')
  const { manifest: _, hooks: _before, ...rest } = record
  return {
    record: {
      ...rest,
      ...(manifest === '' ? {} : { manifest }),
      ...(hooks.length === 0 ? {} : { hooks }),
    },
    removed,
  }
}

function documentText(path: string, text: string): string {
  return path === '' ? `---\n${text}\n` : `---\n# Source: ${path}\n${text}\n`
}

interface RenewedDocument {
  /** The texts that are left of it: mostly one. */
  readonly texts: readonly string[]
  readonly removed: readonly StoredRemovedApi[]
}

function renewDocument(text: string, isGone: IsGone): RenewedDocument {
  // Most documents name nothing that was ever removed, which their text tells without being read.
  if (!mayBeRemoved(text)) return { texts: [text], removed: [] }
  const objects = readManifest(text)
  const gone = objects.map((object) => ({ object, api: removedApi(object, isGone) }))
  const removed = gone.flatMap(({ object, api }) =>
    api === undefined ? [] : [storedRemovedApi(object, api)],
  )
  if (removed.length === 0) return { texts: [text], removed }
  const [only] = gone
  const isOne = gone.length === 1 && only?.object.kind === readManifestHead(text).kind
  if (isOne && only.api !== undefined) {
    const { replacement } = only.api
    if (replacement === undefined) return { texts: [], removed }
    const inPlace = withApiVersion(text, only.object.apiVersion, replacement)
    if (inPlace !== undefined) return { texts: [inPlace], removed }
  }
  // The items of a list, or a way to write that we do not know our way in: JSON is YAML too.
  const texts = gone.flatMap(({ object, api }) => {
    if (api === undefined) return [printJson(object)]
    return api.replacement === undefined
      ? []
      : [printJson({ ...object, apiVersion: api.replacement })]
  })
  return { texts, removed }
}

function mayBeRemoved(text: string): boolean {
  return /alpha\d|beta\d/.test(text)
}

function removedApi(object: KubeObject, isGone: IsGone): RemovedApi | undefined {
  const api = findRemovedApi(kindOf(object))
  return api === undefined || !isGone(api) ? undefined : api
}

function storedRemovedApi(object: KubeObject, api: RemovedApi): StoredRemovedApi {
  const { removedIn, replacement } = api
  return { id: idOf(object), removedIn, ...(replacement === undefined ? {} : { replacement }) }
}

// The first key of that name at the left margin, or of JSON; what comes out is read again to be sure.
function withApiVersion(text: string, before: string, after: string): string | undefined {
  const line = /^(["']?apiVersion["']?[ \t]*:[ \t]*["']?)([^\s"'#]+)/m
  const json = /(["']apiVersion["'][ \t]*:[ \t]*["'])([^"']+)/
  for (const pattern of [line, json]) {
    const changed = text.replace(pattern, (whole, key: string, value: string) =>
      value === before ? `${key}${after}` : whole,
    )
    if (changed !== text && readManifestHead(changed).apiVersion === after) return changed
  }
  return undefined
}

/** One line about it, for a person. */
export function printStoredRemovedApi({ id, removedIn, replacement }: StoredRemovedApi): string {
  const end =
    replacement === undefined
      ? 'there is no replacement, and it is left out'
      : `becomes ${replacement}`
  return `${printId(id)} was removed in Kubernetes 1.${removedIn}: ${end}`
}
