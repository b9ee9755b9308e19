import type { RewriteRules } from '../../images/rewrite-image.ts'
import { type RewrittenImage, rewriteImages } from '../../images/rewrite-images.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import { type Transform, mapObjects } from './rendered-object.ts'

/** Every image pulled from where the rules say; each that was moved is reported. */
export function rewriteImagesTo(
  rules: RewriteRules,
  table: ImageTable,
  tell: (rewritten: RewrittenImage) => void,
): Transform {
  return mapObjects((object) => {
    const { object: changed, rewritten } = rewriteImages(object, rules, table)
    for (const one of rewritten) tell(one)
    return rewritten.length === 0 ? object : changed
  })
}
