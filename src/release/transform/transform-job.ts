import type { ReleaseRender } from '../../chart/render/render-round.ts'
import { ReleaseError, type ReleaseErrorCode } from '../errors.ts'
import { type Patch, applyPatches } from './apply-patches.ts'
import type { ImageChoice, Localised } from './localise-images.ts'
import { type TransformedRender, localiseRender } from './localise-render.ts'
import { movesOfPreferred } from './prefer-registry-values.ts'
import { transformRender } from './transform-render.ts'

/** The parts of a render that changes concern. */
export type RenderedTexts = Pick<ReleaseRender, 'manifests' | 'hooks'>

/** Changes to a render, as plain data: they can be made anywhere. */
export interface TransformJob {
  readonly texts: RenderedTexts
  /** The same chart with other values; then only the question is answered whether it says the same. */
  readonly preferred?: RenderedTexts
  readonly patches: readonly Patch[]
  readonly images: ImageChoice | undefined
}

export type TransformReply =
  | { readonly transformed: RenderedTexts & Pick<TransformedRender, 'localised'> }
  | { readonly moved: Localised['moved'] | undefined }
  /** An error that can be sent; without a code when it is none of ours. */
  | { readonly failure: string; readonly code: ReleaseErrorCode | undefined }

/** Carries out a job in this thread. */
export function runTransformJob(job: TransformJob): TransformReply {
  try {
    return answer(job)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { failure, code: error instanceof ReleaseError ? error.code : undefined }
  }
}

function answer({ texts, preferred, patches, images }: TransformJob): TransformReply {
  const steps = applyPatches(patches)
  if (images === undefined) return { transformed: transformRender(texts, steps) }
  if (preferred === undefined) return { transformed: localiseRender(texts, images, steps) }
  return { moved: movesOfPreferred({ plain: texts, preferred }, images, steps) }
}

/** The error that a thread met. */
export function errorOf({ failure, code }: Extract<TransformReply, { failure: string }>): Error {
  return code === undefined ? new Error(failure) : new ReleaseError(code, failure)
}
