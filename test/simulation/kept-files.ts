import type { FileLayer } from '../../src/apiserver/storage/files.ts'

const done = async () => {}

/** A folder in memory that outlives the server that wrote to it. */
export function keptFiles(): FileLayer {
  const files = new Map<string, Uint8Array[]>()
  const partsOf = (name: string): Uint8Array[] => {
    const found = files.get(name)
    if (found === undefined) throw new Error(`there is no file ${name}`)
    return found
  }
  const read = async (name: string) => Buffer.concat(partsOf(name))
  return {
    list: async () => [...files.keys()],
    read,
    openLog: async (name) => {
      if (!files.has(name)) files.set(name, [])
      return {
        append: async (bytes) => void partsOf(name).push(Uint8Array.from(bytes)),
        sync: done,
        close: done,
      }
    },
    truncate: async (name, length) => {
      files.set(name, [(await read(name)).subarray(0, length)])
    },
    rename: async (from, to) => {
      files.set(to, partsOf(from))
      files.delete(from)
    },
    remove: async (name) => void files.delete(name),
    syncFolder: done,
    lock: async () => done,
  }
}
