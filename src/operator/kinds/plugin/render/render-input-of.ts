import { imageRowsOf } from '../../../../chart/image-rows.ts'
import type { Plugin } from '../../../../kinds/plugin.ts'
import type { RenderInput } from '../../../../release/render/render-input.ts'
import { type FindDigest, lockDigests } from '../../../../release/transform/lock-digests.ts'
import { preferredValues } from '../../../../release/transform/prefer-registry-values.ts'
import {
  type RenderedTexts,
  type TransformReply,
  errorOf,
} from '../../../../release/transform/transform-job.ts'
import {
  type RunTransform,
  transformHere,
} from '../../../../release/transform/transform-threads.ts'
import type { Prepared } from '../prepare.ts'

export interface RenderHelp {
  /** Finds digests of images; absent when nobody wants them. */
  readonly find?: FindDigest | undefined
  /** Applies patches, which are a tenant's: not on the thread that holds leases, unless nobody else is told. */
  readonly transforms?: RunTransform
}

/** The input of a plugin's render. */
export function renderInputOf(
  { spec, metadata }: Pick<Plugin, 'spec' | 'metadata'>,
  { chart, values }: Pick<Prepared, 'chart' | 'values'>,
  { find, transforms = transformHere }: RenderHelp,
): RenderInput & Pick<Plugin['spec'], 'crds'> {
  const { patches, crds, skipSchemaValidation: skipSchema = false } = spec
  const images = spec.images && withRows(spec.images, imageRowsOf(chart))
  const run = async (renders: Renders, signal: AbortSignal) => {
    const job = { ...renders, patches, images }
    return successOf(await transforms(job, metadata.namespace, signal))
  }
  const transform: RenderInput['transform'] = async (rendered, signal) => {
    const reply = await run({ texts: textsOf(rendered) }, signal)
    return 'transformed' in reply ? { ...rendered, ...reply.transformed } : rendered
  }
  if (images === undefined) {
    return { chart, values, skipSchema, crds, ...(patches.length === 0 ? {} : { transform }) }
  }
  const told = preferredValues({ chart, values }, images)
  const agree: NonNullable<RenderInput['preferred']>['agree'] = async (plain, other, signal) => {
    const reply = await run({ texts: textsOf(plain), preferred: textsOf(other) }, signal)
    return 'moved' in reply ? reply.moved : undefined
  }
  return {
    chart,
    values,
    skipSchema,
    crds,
    transform,
    ...(told === undefined ? {} : { preferred: { values: told, agree } }),
    ...(find === undefined
      ? {}
      : {
          complete: (rendered, signal) =>
            lockDigests(rendered, { find, table: images.table }, signal),
        }),
  }
}

// The chart knows best where it names images; rows only add to each other.
function withRows(images: Images, rows: string): Images {
  const table = [images.table ?? '', rows].filter((one) => one !== '').join('\n')
  return table === '' ? images : { ...images, table }
}

type Images = NonNullable<Plugin['spec']['images']>

interface Renders {
  readonly texts: RenderedTexts
  readonly preferred?: RenderedTexts
}

// The chart stays here: it is large, and no change is made to it.
function textsOf({ manifests, hooks }: RenderedTexts): RenderedTexts {
  return { manifests, hooks }
}

function successOf(reply: TransformReply): Exclude<TransformReply, { failure: string }> {
  if ('failure' in reply) throw errorOf(reply)
  return reply
}
