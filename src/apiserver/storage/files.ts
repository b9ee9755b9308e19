/** A file that is only ever written at its end. */
export interface LogFile {
  append(bytes: Uint8Array): Promise<void>
  /** Everything appended so far survives a crash once this has ended. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * The folder that a store lives in. Names are plain file names. What is appended lasts after `sync` of
 * its file, what is created, renamed or removed lasts after `syncFolder`; before that, a crash may
 * undo it or leave part of it.
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
