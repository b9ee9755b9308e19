// The file that Node starts. It hands out the parts of the program, each run when first asked for, from
// the files that tools/pack put them in.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { compiledCodeFolder } from './compiled-code-folder.ts'
import { type LoadedFile, loadFile } from './kept-code.ts'

// tools/pack/write-program.ts puts these here.
declare const PART_FILES: Readonly<Record<string, string>>
declare const ENTRY_PART: string
/** Changes with the code: what was compiled of other code must not be taken for it. */
declare const CODE_DIGEST: string

// A command makes much and keeps little: room for it at once instead of in small steps saves the collector a fifth of the time.
setFlagsFromString('--semi-space-growth-factor=16')

const folder = compiledCodeFolder(process.env, process.platform)
const loaded = new Map<string, LoadedFile>()
const made = new Map<string, unknown>()
let verb = 'none'

/** As Node does for an ES module: ending while still waiting is a failure, not success. */
const unsettledCode = 13
let isSettled = false

function part(name: string): unknown {
  if (!made.has(name)) made.set(name, fileOf(name).functions[name]?.(part))
  return made.get(name)
}

function fileOf(name: string): LoadedFile {
  const file = PART_FILES[name] ?? ''
  const before = loaded.get(file)
  if (before !== undefined) return before
  const path = join(__dirname, 'parts', `${file}.js`)
  // The use of a file depends on the verb, which is the first file after the one of all.
  if (loaded.size === 1) verb = file
  const now =
    folder === undefined
      ? { functions: require(path), keep: () => {} }
      : loadFile(path, placeOf(folder, file), require)
  loaded.set(file, now)
  return now
}

function placeOf(below: string, file: string): string {
  return join(below, `${process.version}-${process.arch}`, CODE_DIGEST, `${file}@${verb}`)
}

process.once('exit', (code) => {
  if (!isSettled && code === 0) process.exitCode = unsettledCode
  for (const [file, { keep }] of loaded) {
    keep([...made.keys()].filter((name) => PART_FILES[name] === file))
  }
})

// Nothing is left to be done or written by then, and taking the heap apart object by object only takes time.
process.once('beforeExit', () => process.exit())

async function start(): Promise<void> {
  await part(ENTRY_PART)
  isSettled = true
}

void start()
