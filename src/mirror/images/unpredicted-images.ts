import { findImages } from '../../images/find-images.ts'
import { type ImageTable, knownImages } from '../../images/tables/image-table.ts'
import { type KubeObject, nameOf, namespaceOf, ownersOf, uidOf } from '../../objects/kube-object.ts'
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
    const broughtBy = those[0] === undefined ? '' : topOwner(those[0], byUid)
    const names = those.map((pod) => `${namespaceOf(pod)}/${nameOf(pod)}`)
    return { image, pods: names, broughtBy, row: `also ${image} # ${broughtBy}` }
  })
}

const mostOwners = 10

function topOwner(pod: KubeObject, byUid: ReadonlyMap<string, KubeObject>): string {
  let at = pod
  for (let step = 0; step < mostOwners; step++) {
    const owners = ownersOf(at)
    const owner = owners.find(({ controller }) => controller) ?? owners[0]
    if (owner === undefined) break
    const above = byUid.get(owner.uid)
    if (above === undefined) return `${owner.kind} ${namespaceOf(pod)}/${owner.name}`
    at = above
  }
  return `${at.kind} ${namespaceOf(at)}/${nameOf(at)}`
}
