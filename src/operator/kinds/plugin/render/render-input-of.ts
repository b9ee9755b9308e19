import type { ReleaseRender } from '../../../../chart/render/render-round.ts'
import type { Plugin } from '../../../../kinds/plugin.ts'
import type { RenderInput } from '../../../../release/render/render-input.ts'
import { applyPatches } from '../../../../release/transform/apply-patches.ts'
import { localiseRender } from '../../../../release/transform/localise-render.ts'
import { type FindDigest, lockDigests } from '../../../../release/transform/lock-digests.ts'
import { preferRegistryValues } from '../../../../release/transform/prefer-registry-values.ts'
import { transformRender } from '../../../../release/transform/transform-render.ts'
import type { Prepared } from '../prepare.ts'

/** The input of a plugin's render. */
export function renderInputOf(
  { spec }: Pick<Plugin, 'spec'>,
  { chart, values }: Pick<Prepared, 'chart' | 'values'>,
  find: FindDigest | undefined,
): RenderInput & Pick<Plugin['spec'], 'crds'> {
  const { patches, images, crds } = spec
  const steps = applyPatches(patches)
  if (images === undefined) {
    const transform = (rendered: ReleaseRender) => transformRender(rendered, steps)
    return { chart, values, crds, ...(steps.length === 0 ? {} : { transform }) }
  }
  const preferred = preferRegistryValues({ chart, values }, images, steps)
  return {
    chart,
    values,
    crds,
    transform: (rendered) => localiseRender(rendered, images, steps),
    ...(preferred === undefined ? {} : { preferred }),
    ...(find === undefined
      ? {}
      : { complete: (rendered, signal) => lockDigests(rendered, find, signal) }),
  }
}
