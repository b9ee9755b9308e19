import type { KubeObject } from '../../objects/kube-object.ts'

/** An object of a rendered chart, whatever it was rendered from. */
export interface RenderedObject {
  readonly path: string
  readonly object: KubeObject
  /** Whether it runs at a moment of the release instead of being part of it. */
  readonly isHook: boolean
  /** Which document it stands in; objects of one list share it. */
  readonly document: number
}

/** One step between render and plan. */
export type Transform = (objects: readonly RenderedObject[]) => readonly RenderedObject[]

/** A transform that looks at one object at a time. */
export function mapObjects(change: (object: KubeObject) => KubeObject): Transform {
  return (objects) =>
    objects.map((one) => {
      const object = change(one.object)
      return object === one.object ? one : { ...one, object }
    })
}
