import type { FoundImage, FoundPart } from '../../images/found-image.ts'
import { type KubeObject, annotationsOf, nameOf } from '../../objects/kube-object.ts'
import { pathText } from './path-text.ts'
import type { ImagePlace } from './image-list.ts'

/** Where in an object something stands. */
export function placeOf(object: KubeObject, found: FoundImage | FoundPart): ImagePlace {
  const container = 'container' in found ? found.container : undefined
  const moment = momentOf(object)
  return {
    kind: object.kind,
    name: nameOf(object),
    field: pathText(found.path),
    ...(container === undefined ? {} : { container }),
    ...(moment === undefined ? {} : { moment }),
  }
}

function momentOf(object: KubeObject): 'hook' | 'test' | undefined {
  const hook = annotationsOf(object)['helm.sh/hook']
  if (hook === undefined) return undefined
  return hook.split(',').every((one) => one.trim().startsWith('test')) ? 'test' : 'hook'
}
