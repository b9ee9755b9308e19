import { StoreError } from './errors.ts'
import type { FileLayer, LogFile } from './files.ts'

/** A number in [0, 1), the same sequence for the same seed. */
export type Draw = () => number

interface SimulatedFile {
  durable: Buffer
  unsynced: Buffer[]
}

type FolderChange = (folder: Map<string, SimulatedFile>) => void

/**
 * A disk in memory that forgets: at the crash, bytes that were not synced survive up to an arbitrary
 * offset (the rest is gone, zeros or noise), and creations, renames and removals that were not synced
 * survive up to an arbitrary one of them. After the crash every call fails until `restart`.
 */
export class SimulatedDisk {
  readonly #draw: Draw
  #folder = new Map<string, SimulatedFile>()
  #durableFolder = new Map<string, SimulatedFile>()
  #changes: FolderChange[] = []
  #locked = false
  #callsLeft: number

  /** Crashes at the call with that number, counted from 0. */
  constructor(draw: Draw, crashAt: number) {
    this.#draw = draw
    this.#callsLeft = crashAt
  }

  get hasCrashed(): boolean {
    return this.#callsLeft < 0
  }

  /** The disk as the next process finds it. */
  restart(crashAt: number): void {
    const folder = new Map(this.#durableFolder)
    const survivors = Math.floor(this.#draw() * (this.#changes.length + 1))
    for (const change of this.#changes.slice(0, survivors)) change(folder)
    for (const file of folder.values()) this.#tear(file)
    this.#folder = folder
    this.#durableFolder = new Map(folder)
    this.#changes = []
    this.#locked = false
    this.#callsLeft = crashAt
  }

  readonly files: FileLayer = {
    list: () => this.#call(() => [...this.#folder.keys()]),
    read: (name) => this.#call(() => contentOf(this.#find(name))),
    openLog: (name) => this.#call(() => this.#openLog(name)),
    truncate: (name, length) => this.#call(() => this.#truncate(name, length)),
    rename: (from, to) => this.#call(() => this.#rename(from, to)),
    remove: (name) => this.#call(() => this.#change((folder) => folder.delete(name))),
    syncFolder: () => this.#call(() => this.#syncFolder()),
    lock: () => this.#call(() => this.#lock()),
  }

  async #call<T>(work: () => T): Promise<T> {
    // Something else may happen before a call is carried out, as often as chance wants.
    while (this.#draw() < 0.3) await Promise.resolve()
    if (this.hasCrashed) throw new Error('the machine has crashed')
    this.#callsLeft--
    if (!this.hasCrashed) return work()
    // The call during which the machine crashes may have been carried out or not.
    if (this.#draw() < 0.5) work()
    throw new Error('the machine crashes')
  }

  #openLog(name: string): LogFile {
    if (!this.#folder.has(name)) {
      const made = { durable: Buffer.alloc(0), unsynced: [] }
      this.#change((folder) => folder.set(name, made))
    }
    const file = this.#find(name)
    return {
      append: (bytes) => this.#call(() => void file.unsynced.push(Buffer.from(bytes))),
      sync: () => this.#call(() => settle(file)),
      close: () => this.#call(() => undefined),
    }
  }

  #truncate(name: string, length: number): void {
    const file = this.#find(name)
    settle(file)
    file.durable = file.durable.subarray(0, length)
  }

  #rename(from: string, to: string): void {
    const file = this.#find(from)
    this.#change((folder) => {
      folder.delete(from)
      folder.set(to, file)
    })
  }

  #change(change: FolderChange): void {
    change(this.#folder)
    this.#changes.push(change)
  }

  #syncFolder(): void {
    this.#durableFolder = new Map(this.#folder)
    this.#changes = []
  }

  #lock(): () => Promise<void> {
    if (this.#locked) throw new StoreError('locked', 'the simulated folder is held already')
    this.#locked = true
    return () => this.#call(() => void (this.#locked = false))
  }

  #find(name: string): SimulatedFile {
    const file = this.#folder.get(name)
    if (file === undefined) throw new Error(`there is no file ${name}`)
    return file
  }

  #tear(file: SimulatedFile): void {
    const lost = Buffer.concat(file.unsynced)
    file.unsynced = []
    const kept = Math.floor(this.#draw() * (lost.length + 1))
    const rest = Buffer.from(lost.subarray(kept))
    const fate = this.#draw()
    if (fate < 0.25) rest.fill(0)
    else if (fate < 0.5) this.#scramble(rest)
    const after = fate < 0.5 ? rest : Buffer.alloc(0)
    file.durable = Buffer.concat([file.durable, lost.subarray(0, kept), after])
  }

  #scramble(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at++) {
      if (this.#draw() < 0.1) bytes[at] = Math.floor(this.#draw() * 256)
    }
  }
}

function contentOf(file: SimulatedFile): Buffer {
  return Buffer.concat([file.durable, ...file.unsynced])
}

function settle(file: SimulatedFile): void {
  file.durable = contentOf(file)
  file.unsynced = []
}
