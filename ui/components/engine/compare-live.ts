import { builtInSchemas } from '../../../src/objects/api/built-in-schemas.ts'
import { diffObjects } from '../../../src/objects/diff/diff-objects.ts'
import { readablePath } from '../../../src/objects/diff/readable-path.ts'
import { withoutServerFields } from '../../../src/objects/diff/server-fields.ts'
import { ObjectsError } from '../../../src/objects/errors.ts'
import { type JsonObject, isJsonObject } from '../../../src/objects/json.ts'
import {
  type KubeObject,
  annotationsOf,
  kindOf,
  nameOf,
  namespaceOf,
} from '../../../src/objects/kube-object.ts'
import { type ManagedKind, applyObject } from '../../../src/objects/merge/field-manager.ts'
import { builtInKind } from '../../../src/objects/merge/managed-kind.ts'
import { redacted } from '../../../src/objects/redact/redact-secrets.ts'
import { customType } from '../../../src/objects/schema/custom-type.ts'
import { writePath } from '../../../src/objects/write-path.ts'
import { type Owner, withOwnership } from '../../../src/release/desired/ownership.ts'
import { createManifestReader } from '../../../src/release/desired/read-manifest.ts'
import type { ObjectId, Preview } from '../../../src/server/contract.ts'
import type { ObjectPreview, ShownChange } from './answers.ts'

interface Manifest {
  readonly path: string
  readonly text: string
}

/** Compares rendered objects with the live ones, as a server-side apply by Helm's manager would change them. Documents that were compared before cost nothing. */
export class LiveComparison {
  private readonly live: ReadonlyMap<string, KubeObject | undefined>
  private readonly clusterScoped: ReadonlySet<string>
  private readonly owner: Owner
  private readonly read = createManifestReader()
  private readonly known = new Map<string, readonly ObjectPreview[]>()

  constructor({ live, clusterScoped, release }: Preview) {
    this.live = new Map(live.map(({ id, object }) => [keyOf(id), object as KubeObject | undefined]))
    this.clusterScoped = new Set(clusterScoped)
    this.owner = release
  }

  /** Everything that would be there, and then everything that would go. */
  compare(manifests: readonly Manifest[]): readonly ObjectPreview[] {
    const wanted = manifests.flatMap((one) => this.compareDocument(one))
    const kept = new Set(wanted.map(keyOf))
    const leaving = [...this.live].flatMap(([key, object]) =>
      object === undefined || kept.has(key) ? [] : [leavingObject(object)],
    )
    return [...wanted, ...leaving]
  }

  private compareDocument(manifest: Manifest): readonly ObjectPreview[] {
    const key = `${manifest.path}\0${manifest.text}`
    const before = this.known.get(key)
    if (before !== undefined) return before
    const found = this.read(manifest.text).map((object) => this.compareObject(object, manifest))
    this.known.set(key, found)
    return found
  }

  private compareObject(object: KubeObject, { path: source }: Manifest): ObjectPreview {
    const placed = withOwnership(this.placed(object), this.owner)
    const id = idOf(placed)
    const live = this.live.get(keyOf(id))
    if (live === undefined) return { ...id, source, action: 'create', changes: [] }
    const changes = changesOf(live, placed)
    return { ...id, source, action: changes.length === 0 ? 'unchanged' : 'change', changes }
  }

  private placed(object: KubeObject): KubeObject {
    const isInside = !this.clusterScoped.has(`${object.apiVersion}/${object.kind}`)
    const wanted = namespaceOf(object) === '' ? this.owner.namespace : namespaceOf(object)
    const placed = writePath(object, ['metadata', 'namespace'], isInside ? wanted : undefined)
    return { ...object, ...placed }
  }
}

function leavingObject(live: KubeObject): ObjectPreview {
  const isKept = annotationsOf(live)['helm.sh/resource-policy'] === 'keep'
  return { ...idOf(live), source: '', action: isKept ? 'keep' : 'prune', changes: [] }
}

function changesOf(live: KubeObject, wanted: KubeObject): readonly ShownChange[] {
  const masked = live.kind === 'Secret'
  const config = masked ? maskSecret(wanted) : wanted
  const after = applied(live, config)
  const type = builtInSchemas().typeOf(kindOf(live))
  const changes = diffObjects(withoutServerFields(live), withoutServerFields(after), type)
  return changes.map((change) => ({ ...change, path: readablePath(change.path) }))
}

// The live values of Secrets are not shown to the page, so only their keys can be compared here.
function maskSecret(secret: KubeObject): KubeObject {
  const { stringData, data, ...rest } = secret as KubeObject & Partial<Record<string, JsonObject>>
  const keys = [data, stringData].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []))
  return { ...rest, data: Object.fromEntries(keys.map((key) => [key, redacted])) }
}

/** The object as applying would leave it; where it does not fit the schema, the server has to say it. */
function applied(live: KubeObject, config: KubeObject): JsonObject {
  const request = { live, config, manager: 'helm', now: '1970-01-01T00:00:00Z', force: true }
  try {
    const outcome = applyObject(kindFor(config), request)
    return outcome.did === 'apply' ? outcome.object : live
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error
    return config
  }
}

function kindFor(object: KubeObject): ManagedKind {
  const found = builtInKind(builtInSchemas(), kindOf(object), '')
  if (found !== undefined) return found
  const { apiVersion, kind } = object
  const type = customType(undefined, true)
  return {
    apiVersion,
    subresource: '',
    emptyObject: { apiVersion, kind },
    nulls: 'kept',
    typeOf: () => type,
    resetFields: () => undefined,
  }
}

function idOf(object: KubeObject): ObjectId {
  const { apiVersion, kind } = object
  return { apiVersion, kind, namespace: namespaceOf(object), name: nameOf(object) }
}

/** One text for all versions of the same object. */
function keyOf({ apiVersion, kind, namespace, name }: ObjectId): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
  return [group, kind, namespace, name].join('/')
}
