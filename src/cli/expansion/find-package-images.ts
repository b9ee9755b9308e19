import { readApplications } from '../../expansion/applications/read-application.ts'
import { readCharts } from '../../expansion/check/check-charts.ts'
import { manifestImages } from '../../expansion/check/package-images.ts'
import { packageRenders } from '../../expansion/check/package-renders.ts'
import { fullName } from '../../expansion/images/open-images.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { formatImage, readImage } from '../../images/image-reference.ts'
import type { ImageTable } from '../../images/tables/image-table.ts'
import type { Registries } from '../../mirror/copy/registries.ts'
import { listChartImages } from '../../mirror/images/list-chart-images.ts'
import { resolveReference } from '../../oci/client/resolve.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'

/** The images that a package could run, and those that are no more than a guess. */
export interface PossibleImages {
  /** Each rendered with the values of the package, or with one of them flipped. */
  readonly needed: readonly string[]
  /** By name, each with the reason for the guess. */
  readonly guessed: ReadonlyMap<string, string>
  /** Charts that could not be looked into whole. */
  readonly notes: readonly string[]
}

const maxRenders = 300

/** Finds the images of charts, with the values of `values.yaml` and the applications, and of `manifests/`. */
export async function findPackageImages(
  opened: Package,
  table: ImageTable,
  signal: AbortSignal,
): Promise<PossibleImages> {
  const { charts } = await readCharts(opened, signal)
  const { applications } = await readApplications(opened)
  const options = { read: readManifest, explore: true, maxRenders, table }
  const lists = packageRenders(opened, charts, applications).map(({ chart, request }) =>
    listChartImages(chart.chart, request, options, signal),
  )
  const ofCharts = lists.flatMap(({ images }) =>
    images.map(({ reference, certainty, why }) => ({
      reference,
      isGuess: certainty === 'maybe',
      why,
    })),
  )
  const ofManifests = (await manifestImages(opened, table)).map(({ found }) => ({
    reference: found.reference,
    isGuess: !found.confident,
    why: found.why,
  }))
  const needed = new Set<string>()
  const guessed = new Map<string, string>()
  for (const { reference, isGuess, why = 'it may be none' } of [...ofCharts, ...ofManifests]) {
    const name = fullName(formatImage(reference))
    if (isGuess) guessed.set(name, why)
    else needed.add(name)
  }
  for (const name of needed) guessed.delete(name)
  const notes = lists.flatMap(({ subject, notes: own }) => own.map((note) => `${subject}: ${note}`))
  return { needed: [...needed], guessed, notes }
}

/** The reason why a registry does not give an image; undefined when it does. */
export async function absence(
  image: string,
  { registryOf }: Registries,
  signal: AbortSignal,
): Promise<string | undefined> {
  const reference = readImage(image)
  if (reference === undefined) return 'is no name of an image'
  const { host, repository, tag, digest } = reference
  try {
    const registry = registryOf(host, 'by the user')
    const found = await resolveReference(registry, repository, digest ?? tag ?? 'latest', signal)
    return found === undefined ? `${host} does not have it` : undefined
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error ? error.message : String(error)
  }
}
