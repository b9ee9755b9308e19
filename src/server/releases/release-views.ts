import { type FieldChange, diffObjects } from '../../objects/diff/diff-objects.ts'
import { readablePath } from '../../objects/diff/readable-path.ts'
import {
  type Json,
  type JsonObject,
  fieldOf,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import {
  type KubeObject,
  formatApiVersion,
  kindOf,
  nameOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import {
  redactObject,
  redactPair,
  redactRepeats,
  redacted,
  secretTexts,
} from '../../objects/redact/redact-secrets.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { storedManifests } from '../../release/desired/stored-manifests.ts'
import { ownerIn } from '../../release/record/owner-labels.ts'
import type { StoredRevision } from '../../release/record/stored-revision.ts'
import type { ReleaseRecord } from '../../release/release.ts'

/** A revision as its labels describe it; nothing of the record is read for it. */
export function outlineOf(stored: StoredRevision) {
  const { namespace, name, revision, status, labels } = stored
  const owner = ownerIn(labels)
  const seconds = Number(labels['modifiedAt'] ?? labels['createdAt'] ?? Number.NaN)
  return {
    namespace,
    name,
    revision,
    status,
    ...(Number.isFinite(seconds) ? { recorded: new Date(seconds * 1000).toISOString() } : {}),
    ...(owner === undefined
      ? {}
      : { owner: { kind: owner.kind, namespace: owner.namespace, name: owner.name } }),
  }
}

/** The facts of a revision that lists and histories show. */
export function factsOf({ version, info, chart }: ReleaseRecord) {
  const at = (field: string) => textIn(fieldOf(chart.metadata, field))
  return {
    revision: version,
    status: info.status,
    firstDeployed: info.first_deployed ?? '',
    updated: info.last_deployed ?? '',
    description: info.description ?? '',
    chart: at('name'),
    chartVersion: at('version'),
    appVersion: at('appVersion'),
    icon: at('icon'),
  }
}

const telling = /pass(?:word|wd|phrase)?|secret|token|credential|private|api-?key|access-?key/i

/** Values without the texts whose names say that they are secret. */
export function maskedValues(values: Json): Json {
  if (isJsonList(values)) return values.map(maskedValues)
  if (!isJsonObject(values)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      telling.test(name) ? maskedLeaves(value) : maskedValues(value),
    ]),
  )
}

function maskedLeaves(value: Json): Json {
  if (isJsonList(value)) return value.map(maskedLeaves)
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskedLeaves(one)]))
  }
  return typeof value === 'string' && value !== '' ? redacted : value
}

/** The objects of a revision in the order of its manifest, hooks last. */
export function objectsIn(record: ReleaseRecord): readonly ManifestObject[] {
  const { manifests, hooks } = storedManifests(record)
  return [
    ...manifests.flatMap((one) => readObjects(one, false)),
    ...hooks.flatMap((one) => readObjects(one, true)),
  ]
}

function readObjects(
  { path, text }: { readonly path: string; readonly text: string },
  isHook: boolean,
): readonly ManifestObject[] {
  return readManifest(text).map((object) => ({ object, source: path, isHook }))
}

export interface ManifestObject {
  readonly object: KubeObject
  /** The template that wrote it. */
  readonly source: string
  readonly isHook: boolean
}

/** An object of a manifest without what is in Secrets, there and repeated elsewhere. */
export function maskedObjects(objects: readonly ManifestObject[]): readonly ManifestObject[] {
  const secrets = secretTexts(objects.map(({ object }) => object))
  return objects.map((one) => ({
    ...one,
    object: redactRepeats(redactObject(one.object), secrets) as KubeObject,
  }))
}

export type RevisionDiff = ReturnType<typeof diffOf>

/** How the objects of two revisions differ. Values of Secrets are never in it; that they changed is. */
export function diffOf(from: ReleaseRecord, to: ReleaseRecord) {
  const [before, after] = [byKey(from), byKey(to)]
  const secrets = secretTexts([...before.values(), ...after.values()])
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const objects = keys.map((key) => {
    const [old, now] = [before.get(key), after.get(key)]
    const some = now ?? old ?? {}
    const pair = redactPair(old ?? {}, now ?? {})
    const changes =
      old === undefined || now === undefined ? [] : diffObjects(pair.before, pair.after)
    const action =
      old === undefined
        ? 'added'
        : now === undefined
          ? 'removed'
          : changes.length === 0
            ? 'unchanged'
            : 'changed'
    const shown = action === 'added' ? pair.after : action === 'removed' ? pair.before : undefined
    return {
      ...nameParts(some),
      action,
      changes: changes.map((change) => redactRepeats(changeJson(change), secrets)),
      ...(shown === undefined ? {} : { object: redactRepeats(shown, secrets) }),
    }
  })
  const values = diffObjects(maskedValues(from.config ?? {}), maskedValues(to.config ?? {}))
  return {
    from: factsOf(from),
    to: factsOf(to),
    values: values.map(changeJson),
    objects: objects.filter(({ action }) => action !== 'unchanged'),
    unchanged: objects.filter(({ action }) => action === 'unchanged').length,
  }
}

/** One difference, its place as people write it. */
function changeJson(change: FieldChange): Json {
  return { ...change, path: readablePath(change.path) }
}

/** The parts of an object's name. */
export function nameParts(object: JsonObject) {
  const { group, version, kind } = kindOf(object)
  return {
    apiVersion: formatApiVersion(group, version),
    kind,
    namespace: namespaceOf(object),
    name: nameOf(object),
  }
}

function byKey(record: ReleaseRecord): ReadonlyMap<string, KubeObject> {
  return new Map(
    objectsIn(record).map(({ object }) => {
      const { group, kind } = kindOf(object)
      const namespace = namespaceOf(object) || record.namespace
      return [`${group}/${kind} ${namespace}/${nameOf(object)}`, object]
    }),
  )
}

function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
