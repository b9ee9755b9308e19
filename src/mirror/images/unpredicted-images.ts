import { findImages } from '../../images/find-images.ts'
import { type ImageTable, knownImages } from '../../images/tables/image-table.ts'
import { type Json, isJsonList, isJsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  kindOf,
  nameOf,
  namespaceOf,
  ownersOf,
  uidOf,
} from '../../objects/kube-object.ts'
import { imageKey } from './image-key.ts'

/** An image that runs though nothing that was installed names it. */
export interface UnpredictedImage {
  readonly image: string
  /** The pods that run it, `namespace/name`. */
  readonly pods: readonly string[]
  /** The object that brought the first of them, as far up as owners lead, `Kind namespace/name`. */
  readonly broughtBy: string
  /** The row by which the table of images would know it. */
  readonly row: string
}

/**
 * The images of pods that no object of a release names. `objects` are what pods may belong to; an owner that is not
 * among them is told by its reference alone.
 */
export function unpredictedImages(
  pods: readonly KubeObject[],
  installed: readonly KubeObject[],
  objects: readonly KubeObject[],
  table: ImageTable = knownImages(),
): readonly UnpredictedImage[] {
  const predicted = new Set(
    installed.flatMap((object) =>
      findImages(object, table).map(({ reference }) => imageKey(reference)),
    ),
  )
  const byUid = new Map(objects.map((object) => [uidOf(object), object]))
  const found = new Map<string, { image: string; pods: KubeObject[] }>()
  for (const pod of pods) {
    for (const { image, reference, path } of findImages(pod, table)) {
      const key = imageKey(reference)
      // A pod does not run the images that only its arguments name.
      if (predicted.has(key) || path.at(-1) !== 'image') continue
      const one = found.get(key) ?? { image, pods: [] }
      if (!one.pods.includes(pod)) one.pods.push(pod)
      found.set(key, one)
    }
  }
  return [...found.values()].map(({ image, pods: those }) => {
    const top = those[0] === undefined ? undefined : topOwner(those[0], byUid)
    const broughtBy = top?.text ?? ''
    const names = those.map((pod) => `${namespaceOf(pod)}/${nameOf(pod)}`)
    const field = top?.object === undefined ? undefined : fieldRow(top.object, image)
    return { image, pods: names, broughtBy, row: `${field ?? `also ${image}`} # ${broughtBy}` }
  })
}

/** The row that names the field of a custom resource which has the image; undefined when none has. */
function fieldRow(object: KubeObject, image: string): string | undefined {
  const { group, kind } = kindOf(object)
  // Fields of built-in kinds are known already.
  if (!group.includes('.') || group.endsWith('.k8s.io')) return undefined
  const path = pathOf(object['spec'], image, 'spec', 0)
  return path === undefined ? undefined : `image ${group} ${kind} ${path}`
}

const deepest = 20

// Items of lists are all alike; a field whose name has a dot cannot be said in a row.
function pathOf(
  value: Json | undefined,
  image: string,
  path: string,
  depth: number,
): string | undefined {
  if (value === image) return path
  if (depth > deepest) return undefined
  if (isJsonList(value)) return firstOf(value, (one) => pathOf(one, image, `${path}[]`, depth + 1))
  if (!isJsonObject(value)) return undefined
  const fields = Object.entries(value).filter(([key]) => /^[\w-]+$/.test(key))
  return firstOf(fields, ([key, one]) => pathOf(one, image, `${path}.${key}`, depth + 1))
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

const mostOwners = 10

interface TopOwner {
  readonly text: string
  /** Undefined when only a reference tells of it. */
  readonly object: KubeObject | undefined
}

function topOwner(pod: KubeObject, byUid: ReadonlyMap<string, KubeObject>): TopOwner {
  let at = pod
  for (let step = 0; step < mostOwners; step++) {
    const owners = ownersOf(at)
    const owner = owners.find(({ controller }) => controller) ?? owners[0]
    if (owner === undefined) break
    const above = byUid.get(owner.uid)
    if (above === undefined) {
      return { text: `${owner.kind} ${namespaceOf(pod)}/${owner.name}`, object: undefined }
    }
    at = above
  }
  return { text: `${at.kind} ${namespaceOf(at)}/${nameOf(at)}`, object: at }
}
