import { deleteFromMuseum, uploadToMuseum } from '../../../sources/repository/museum.ts'
import { openMuseum } from '../push-to/open-museum.ts'
import type { Sources } from '../sources/open-sources.ts'
import { type PublishTarget, type Published, type ReadyChart, publishAll } from './publish.ts'

/** Publishes charts to a ChartMuseum, which never replaces a version. */
export async function publishToMuseum(
  charts: readonly ReadyChart[],
  { remote }: PublishTarget,
  sources: Sources,
  signal: AbortSignal,
): Promise<Published> {
  const place = await openMuseum(remote, sources, signal)
  try {
    return await publishAll(
      charts,
      async ({ metadata, fileName, archive, provenance, isThere }, undo) => {
        if (isThere) return `${fileName} at ${remote}, which was there`
        const upload = { ...place, archive: { name: fileName, bytes: archive } }
        const proof =
          provenance === undefined
            ? {}
            : { provenance: { name: `${fileName}.prov`, bytes: provenance } }
        await uploadToMuseum({ ...upload, ...proof }, signal)
        const what = `${fileName} at ${remote}`
        undo.push({
          what,
          run: async (last) => void (await deleteFromMuseum(place, metadata, last)),
        })
        return what
      },
      signal,
    )
  } finally {
    await place.fetcher.close()
  }
}
