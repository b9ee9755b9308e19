/** A file that is only ever written at its end. */
export interface LogFile {
  append(bytes: Uint8Array): Promise<void>
  /** Everything appended so far survives a crash once this has ended. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * The folder that holds a store. Names are plain file names. Appended bytes last after `sync` of
 * their file; a creation, a renaming or a removal lasts after `syncFolder`. Before that, a crash
 * may undo it or leave part of it.
 */
export interface FileLayer {
  list(): Promise<readonly string[]>
  read(name: string): Promise<Uint8Array>
  /** Opens a file for writing at its end and makes it when it is missing. */
  openLog(name: string): Promise<LogFile>
  /** Cuts a file down to so many bytes, durably. */
  truncate(name: string, length: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  syncFolder(): Promise<void>
  /** Takes the folder for this process; throws a StoreError `locked` when another one has it. */
  lock(): Promise<() => Promise<void>>
}
