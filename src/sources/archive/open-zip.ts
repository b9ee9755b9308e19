import { type ZipFile, fromBufferPromise } from 'yauzl'

/**
 * A zip in memory, whose entries are read one by one and whose names are taken as they are. A file of
 * its own, because few charts are zips: it is loaded when one is.
 */
export async function openZip(archive: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  return await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true })
}
