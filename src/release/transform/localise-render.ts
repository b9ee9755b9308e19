import type { ReleaseRender } from '../../chart/render/render-round.ts'
import {
  type ImageChoice,
  type Localised,
  localiseImages,
  localisedOf,
  noNotes,
} from './localise-images.ts'
import type { Transform } from './rendered-object.ts'
import { transformRender } from './transform-render.ts'

/** A render after its transforms, with the account of its images where these were localised. */
export type TransformedRender = ReleaseRender & { readonly localised?: Localised }

/** Localises and patches a render: what patches bring is moved as well. */
export function localiseRender<T extends Pick<ReleaseRender, 'manifests' | 'hooks'>>(
  rendered: T,
  images: ImageChoice,
  patches: readonly Transform[],
): T & Pick<TransformedRender, 'localised'> {
  const documents = [...rendered.manifests, ...rendered.hooks]
  const notes = noNotes()
  const textOf = (document: number) => documents[document]?.text ?? ''
  const { before, after } = localiseImages(images, notes, textOf)
  const transformed = transformRender(rendered, [...before, ...patches, ...after])
  return { ...transformed, localised: localisedOf(notes) }
}
