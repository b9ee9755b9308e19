import type { CommandSpec } from './command-spec.ts'
import type { Io } from './io.ts'

/**
 * How a command ended; a command that could not do its work throws instead. `differs` is for those that were asked
 * to say so when something would change.
 */
export type Outcome = 'done' | 'failed' | 'differs'

/**
 * The exports of every verb file. Each has Options of its own, which only it knows: `parse` returns
 * them (or a UsageError) and `run` takes them, hence `unknown` out and `never` in.
 */
export interface Verb {
  readonly command: CommandSpec
  readonly parse: (argv: readonly string[]) => unknown
  readonly run: (options: never, ports: Ports, io: Io, signal: AbortSignal) => Promise<Outcome>
  /** The words that may come after these arguments, when their declaration alone cannot say it. */
  readonly complete?: (
    before: readonly string[],
    ports: Ports,
  ) => readonly Candidate[] | Promise<readonly Candidate[]>
}

/** Something a shell may offer at the cursor. */
export interface Candidate {
  readonly word: string
  readonly summary: string
}

export interface CommandEntry {
  /** The words a user types, such as 'release install'. */
  readonly path: string
  /** Fewer words that mean the same, such as 'install'; Helm's own when it has them. */
  readonly short?: string
  /** Other words that mean the same: understood, and named in the command's own help. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Left out of help and completion: called by scripts, not by people. */
  readonly hidden?: true
  /** Imports the verb's own file, so that no other command is loaded with it. */
  readonly load: () => Promise<Verb>
}

/** Everything the command line offers: help, completion and documents are made from it. */
export interface CommandTable {
  /** One line for each beginning that several commands share, such as 'chart dependencies'. */
  readonly groups: Readonly<Record<string, string>>
  /** Other words for such a beginning: understood, and not listed. */
  readonly groupAliases?: Readonly<Record<string, string>>
  readonly commands: readonly CommandEntry[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The context outside, handed to every command by main.ts. */
export interface Ports {
  readonly commands: CommandTable
  readonly program: {
    /** The program's name as the user typed it: 'outrigger' or 'kubectl outrigger'. */
    readonly name: string
    readonly version: string
    /** The file that Node was started with: threads are started with it too. */
    readonly file: string
  }
  /** The variables of the process; their readers say what they mean. */
  readonly environment: Environment
  readonly runtime: {
    readonly node: string
    readonly v8: string
    /** Operating system and architecture, such as 'linux/x64'. */
    readonly platform: string
  }
}
