import type { RewriteRules } from '../../images/rewrite-image.ts'
import { rewriteImages } from '../../images/rewrite-images.ts'
import { type Transform, mapObjects } from './rendered-object.ts'

/** Every image pulled from where the rules say. */
export function rewriteImagesTo(rules: RewriteRules): Transform {
  return mapObjects((object) => {
    const { object: changed, rewritten } = rewriteImages(object, rules)
    return rewritten.length === 0 ? object : changed
  })
}
