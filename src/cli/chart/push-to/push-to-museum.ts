import { SourceError } from '../../../sources/errors.ts'
import { uploadToMuseum } from '../../../sources/repository/museum.ts'
import type { Sources } from '../sources/open-sources.ts'
import { openMuseum } from './open-museum.ts'
import type { Package, Pushed, Target } from './pushed.ts'

/** Uploads a chart to a ChartMuseum, with the login of the repository of that address if there is one. */
export async function pushToMuseum(
  { name, archive, provenance }: Package,
  { remote, force }: Target,
  sources: Sources,
  signal: AbortSignal,
): Promise<Pushed> {
  const place = await openMuseum(remote, sources, signal)
  const proof =
    provenance === undefined ? {} : { provenance: { name: `${name}.prov`, bytes: provenance } }
  const upload = { ...place, archive: { name, bytes: archive }, force }
  try {
    await uploadToMuseum({ ...upload, ...proof }, signal)
    return { text: `Pushed: ${name} to ${remote}\n`, value: { file: name, repository: remote } }
  } catch (error) {
    if (!(error instanceof SourceError) || error.code !== 'conflict') throw error
    const message = error.message.replace('use force', 'use --force')
    throw new SourceError('conflict', message, { cause: error.cause })
  } finally {
    await place.fetcher.close()
  }
}
