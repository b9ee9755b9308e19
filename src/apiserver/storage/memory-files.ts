import type { FileLayer } from './files.ts'

const done = async () => {}
const nothing = { append: done, sync: done, close: done }

/** A folder that keeps nothing, for servers whose objects may go with them. */
export function memoryFiles(): FileLayer {
  return {
    list: async () => [],
    read: async (name) => {
      throw new Error(`${name} was never kept`)
    },
    openLog: async () => nothing,
    truncate: done,
    rename: done,
    remove: done,
    syncFolder: done,
    lock: async () => done,
  }
}
