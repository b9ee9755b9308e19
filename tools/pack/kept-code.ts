import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { constants, Script } from 'node:vm'

/** The code that V8 compiled of one file of the program when it ran before. */
interface KeptCode {
  readonly data: Buffer
  /** The parts that had run by then, whose functions are in it. */
  readonly parts: ReadonlySet<string>
}

type PartFunctions = Readonly<Record<string, (part: unknown) => unknown>>

export interface LoadedFile {
  readonly functions: PartFunctions
  /** Keeps what is compiled by now, if these parts are more than those it was kept with. */
  readonly keep: (ran: readonly string[]) => void
}

/**
 * Loads a file with the functions that were compiled when it ran before. Node's own compile cache holds
 * what is compiled with the file, not the functions inside, of which each is compiled at its first call.
 */
export function loadFile(path: string, place: string, require: NodeJS.Require): LoadedFile {
  const kept = readKept(place)
  const script = new Script(`(function(module,require){${readFileSync(path, 'utf8')}\n})`, {
    filename: path,
    ...(kept && { cachedData: kept.data }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} as PartFunctions }
  script.runInThisContext()(module, require)
  const known = script.cachedDataRejected === false ? kept?.parts : undefined
  const keep = (ran: readonly string[]) => {
    if (ran.some((name) => known?.has(name) !== true)) {
      writeKept(place, {
        data: script.createCachedData(),
        parts: new Set([...(known ?? []), ...ran]),
      })
    }
  }
  return { functions: module.exports, keep }
}

// The file: the data, the names in JSON, and the length of those in four bytes.
function readKept(place: string): KeptCode | undefined {
  try {
    const bytes = readFileSync(place)
    const end = bytes.length - 4
    const start = end - bytes.readUInt32LE(end)
    const parts = new Set(JSON.parse(bytes.toString('utf8', start, end)) as readonly string[])
    return { data: bytes.subarray(0, start), parts }
  } catch {
    // Not there yet, or not ours: compiling works as well.
    return undefined
  }
}

function writeKept(place: string, { data, parts }: KeptCode): void {
  const names = Buffer.from(JSON.stringify([...parts]))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(names.length)
  const unfinished = `${place}.${process.pid}`
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    writeFileSync(unfinished, Buffer.concat([data, names, length]), { mode: 0o600 })
    // Whole or not there: another start may be reading it.
    renameSync(unfinished, place)
  } catch {
    // Where nothing can be kept, everything works as without.
  }
}
