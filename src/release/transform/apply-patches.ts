import type { Value } from '../../formats/value.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import {
  type Json,
  type JsonObject,
  fieldOf,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import {
  type KubeObject,
  isKubeObject,
  kindOf,
  nameOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import { applyJsonPatch } from '../../objects/patch/json-patch.ts'
import { applyMergePatch } from '../../objects/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../objects/patch/strategic-merge.ts'
import { writePath } from '../../objects/write-path.ts'
import { idOf, printId } from '../desired/object-id.ts'
import { ReleaseError } from '../errors.ts'
import { jsonOfValue } from '../record/values-json.ts'
import { PatchBudget, partsPerMatch } from './patch-budget.ts'
import { type PatchTarget, targetMatcher } from './patch-target.ts'
import type { RenderedObject, Transform } from './rendered-object.ts'

/** A change to rendered objects that the chart has no value for. */
export interface Patch {
  /** Without it, a strategic merge patch names its object itself. */
  readonly target?: PatchTarget
  /** A strategic merge patch or a JSON patch, as YAML or JSON. */
  readonly patch: string
}

/** Applies patches one after the other, as kustomize does. Their cost all together is bounded. */
export function applyPatches(patches: readonly Patch[]): readonly Transform[] {
  const reading = new PatchBudget()
  const prepared = patches.map((patch, index) => prepare(patch, `patch ${index + 1}`, reading))
  if (prepared.length === 0) return []
  return [
    (objects) => {
      const budget = new PatchBudget()
      return prepared.reduce<readonly RenderedObject[]>(
        (before, patch) => applyPatch(before, patch, budget),
        objects,
      )
    },
  ]
}

/** A patch that was read. */
interface Prepared {
  readonly what: string
  readonly body: Json
  readonly isMeant: (object: KubeObject) => boolean
  readonly mustMeetOne: boolean
}

function prepare({ target, patch }: Patch, what: string, budget: PatchBudget): Prepared {
  const body = readPatch(patch, what, budget)
  const isMeant = target === undefined ? ownTarget(body, what) : targetMatcher(target)
  return { what, body, isMeant, mustMeetOne: target === undefined }
}

function applyPatch(
  objects: readonly RenderedObject[],
  { what, body, isMeant, mustMeetOne }: Prepared,
  budget: PatchBudget,
): readonly RenderedObject[] {
  budget.spend(objects.length * partsPerMatch)
  const meant = new Set(objects.filter(({ object }) => isMeant(object)))
  if (mustMeetOne && meant.size === 0)
    throw new ReleaseError('bad-patch', `${what}: there is no ${printId(idOf(asObject(body)))}`)
  return objects.flatMap((one) => {
    if (!meant.has(one)) return [one]
    budget.spendValue(one.object)
    budget.spendValue(body)
    const object = patchObject(one.object, body, what)
    if (object === undefined) return []
    budget.spendValue(object)
    return [{ ...one, object }]
  })
}

function readPatch(text: string, what: string, budget: PatchBudget): Json {
  budget.spend(text.length / 2)
  let value: Value
  try {
    value = readYaml(text)
  } catch (error) {
    throw new ReleaseError('bad-patch', `${what} is no YAML`, { cause: error })
  }
  budget.spendYaml(value)
  const body = jsonOfValue(value)
  if (isJsonList(body) || isJsonObject(body)) return body
  throw new ReleaseError('bad-patch', `${what} is neither an object nor a list of operations`)
}

// Matches the object that a strategic merge patch names itself; the namespace counts only if it
// names one.
function ownTarget(body: Json, what: string): (object: KubeObject) => boolean {
  if (!isKubeObject(body) || nameOf(body) === '')
    throw new ReleaseError('bad-patch', `${what} has no target, and names no object itself`)
  const wanted = kindOf(body)
  return (object) => {
    const { group, kind } = kindOf(object)
    return (
      group === wanted.group &&
      kind === wanted.kind &&
      nameOf(object) === nameOf(body) &&
      (namespaceOf(body) === '' || namespaceOf(object) === namespaceOf(body))
    )
  }
}

// Undefined when the patch deletes the object.
function patchObject(object: KubeObject, body: Json, what: string): KubeObject | undefined {
  try {
    const patched = isJsonList(body)
      ? applyJsonPatch(object, body)
      : mergeInto(object, asObject(body))
    if (patched === undefined || isKubeObject(patched)) return patched
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `${what} on ${printId(idOf(object))}: ${reason}`
    throw new ReleaseError('bad-patch', message, { cause: error })
  }
  throw new ReleaseError('bad-patch', `${what} leaves no object of ${printId(idOf(object))}`)
}

// Whom the patch is for was decided; it does not rename.
function mergeInto(object: KubeObject, body: JsonObject): Json | undefined {
  if (fieldOf(body, '$patch') === 'delete') return undefined
  const named = writePath(
    writePath(body, ['metadata', 'name'], undefined),
    ['metadata', 'namespace'],
    undefined,
  )
  const { apiVersion: _apiVersion, kind: _kind, ...patch } = named
  const type = builtInSchemas().typeOf(kindOf(object))
  return type === undefined
    ? applyMergePatch(object, patch)
    : applyStrategicMergePatch(object, patch, type)
}

function asObject(body: Json): JsonObject {
  return isJsonObject(body) ? body : {}
}
