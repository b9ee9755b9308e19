import type { Chart } from '../../chart/chart.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { fetchServerVersion } from '../../kube/discovery/server-version.ts'
import { findIn } from '../../images/find-images.ts'
import { formatImage } from '../../images/image-reference.ts'
import { listObjects } from '../../mirror/images/list-objects.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import type { SignedCall } from '../http/route.ts'

const release = { name: 'release', namespace: 'default', revision: 1, isUpgrade: false } as const

/** The images of a chart as it renders with its own values on the cluster. Nothing is looked up for it. */
export async function imagesOf(
  chart: Chart,
  render: RenderRound,
  { client, signal }: Pick<SignedCall, 'client' | 'signal'>,
) {
  const [{ gitVersion }, apiVersions] = await Promise.all([
    fetchServerVersion(client, signal),
    new Discovery(client).apiVersions(signal),
  ])
  const request = { chart, values: new Map(), release, gitVersion, apiVersions, skipSchema: true }
  const { result } = await render(
    request,
    { answers: new Map(), recordedEntropy: undefined },
    signal,
  )
  if ('error' in result) {
    const why = result.error instanceof Error ? result.error.message : String(result.error)
    const note = `the chart does not render with its own values: ${why.split('\n')[0] ?? ''}`
    return { images: [], notices: [note] }
  }
  const { manifests, hooks } = result.rendered
  const objects = [...manifests, ...hooks].flatMap(({ text }) => readManifest(text))
  const { images } = listObjects(objects.map((object) => ({ object, ...findIn(object) })))
  return {
    images: images.map(({ image, reference, certainty, places }) => ({
      image,
      reference: formatImage(reference),
      certainty,
      places,
    })),
    notices: [],
  }
}
