import type { Digest } from '../digest.ts'
import type { BlobFate } from '../client/transfer/push-blob.ts'
import type { Origin } from './medium.ts'

/**
 * Which repositories of which registries have which blobs, as far as one run knows: images that share layers
 * send each once, and the second repository waits for the first and mounts it.
 */
export class BlobPlaces {
  private readonly repositories = new Map<string, Set<string>>()
  private readonly busy = new Map<string, Promise<unknown>>()

  /** A repository is known to have a blob. */
  note({ host, repository }: Origin, digest: Digest): void {
    const key = `${host} ${digest}`
    const known = this.repositories.get(key)
    if (known === undefined) this.repositories.set(key, new Set([repository]))
    else known.add(repository)
  }

  /** Another repository of the same registry that has the blob. */
  elsewhere({ host, repository }: Origin, digest: Digest): string | undefined {
    const known = this.repositories.get(`${host} ${digest}`) ?? []
    return [...known].find((one) => one !== repository)
  }

  /** Brings a blob to a place, one at a time of the same blob to the same registry. */
  async bring(
    place: Origin,
    digest: Digest,
    work: (mountFrom: string | undefined) => Promise<BlobFate>,
  ): Promise<BlobFate> {
    const key = `${place.host} ${digest}`
    for (let before = this.busy.get(key); before !== undefined; before = this.busy.get(key)) {
      await before
    }
    if (this.repositories.get(key)?.has(place.repository) === true) return 'there'
    const run = work(this.elsewhere(place, digest))
    const settled = run.catch(() => undefined).finally(() => this.busy.delete(key))
    this.busy.set(key, settled)
    const fate = await run
    this.note(place, digest)
    return fate
  }
}
