import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Ports } from '../verb.ts'

/** The settings of a sandbox, kept between its starts. */
export interface SandboxSettings {
  /** `1.36`. */
  readonly kubernetes: string
  readonly port: number
  readonly nodes: number
}

/** The process that runs a sandbox now. */
export interface RunningSandbox {
  readonly pid: number
  readonly url: string
}

/** Where a sandbox keeps everything. */
export interface SandboxFolder {
  readonly name: string
  readonly path: string
  readonly kubeconfig: string
}

export const defaultName = 'default'
const settingsFile = 'sandbox.json'
const runningFile = 'running.json'

/** The folder of all sandboxes. */
function sandboxesRoot({ environment, runtime }: Ports): string {
  const named = environment['OUTRIGGER_SANDBOXES']
  if (named) return named
  const home = environment['HOME'] || environment['USERPROFILE'] || ''
  const below = runtime.platform.startsWith('darwin') ? ['Library'] : ['.local', 'share']
  const data = environment['XDG_DATA_HOME'] || join(home, ...below)
  if (data.startsWith('.') || data === '') {
    throw new PlainError('there is no home folder to keep sandboxes in; set OUTRIGGER_SANDBOXES')
  }
  return join(data, 'outrigger', 'sandboxes')
}

/** A name that can be a folder and a context of a kubeconfig. */
export function checkName(name: string): string | UsageError {
  if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return name
  const wanted = 'lower case letters, digits and dashes, at most 63'
  return new UsageError('bad-value', `"${name}" is not a name for a sandbox; give ${wanted}`)
}

export function sandboxFolder(name: string, ports: Ports): SandboxFolder {
  const path = join(sandboxesRoot(ports), name)
  return { name, path, kubeconfig: join(path, 'kubeconfig') }
}

/** The folders of all sandboxes that there are. */
export async function listSandboxes(ports: Ports): Promise<readonly SandboxFolder[]> {
  const names = await readdir(sandboxesRoot(ports)).catch(ignoreMissing)
  const folders = (names ?? []).toSorted().map((name) => sandboxFolder(name, ports))
  const settings = await Promise.all(folders.map(readSettings))
  return folders.filter((_, at) => settings[at] !== undefined)
}

/** Undefined when there is no such sandbox. */
export async function readSettings(folder: SandboxFolder): Promise<SandboxSettings | undefined> {
  return (await readJson(join(folder.path, settingsFile))) as SandboxSettings | undefined
}

export async function writeSettings(
  folder: SandboxFolder,
  settings: SandboxSettings,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  await writeFileAtomically(join(folder.path, settingsFile), text(settings), signal)
}

export function settingsPath(folder: SandboxFolder): string {
  return join(folder.path, settingsFile)
}

/**
 * The process that runs a sandbox; undefined when none does. A file that a dead process left behind
 * counts for nothing.
 */
export async function readRunning(folder: SandboxFolder): Promise<RunningSandbox | undefined> {
  const running = (await readJson(join(folder.path, runningFile))) as RunningSandbox | undefined
  return running !== undefined && isAlive(running.pid) ? running : undefined
}

export async function noteRunning(
  folder: SandboxFolder,
  running: RunningSandbox,
  signal: AbortSignal,
): Promise<void> {
  await writeFileAtomically(join(folder.path, runningFile), text(running), signal)
}

export async function noteStopped(folder: SandboxFolder): Promise<void> {
  await rm(join(folder.path, runningFile), { force: true })
}

/** Forgets all objects of a sandbox; its settings and its authority stay. */
export async function forgetObjects(folder: SandboxFolder): Promise<void> {
  await rm(join(folder.path, 'objects'), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function readJson(path: string): Promise<unknown> {
  const content = await readFile(path, 'utf8').catch(ignoreMissing)
  if (content === undefined) return undefined
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw new PlainError(`${path} is not JSON; delete it, or the folder of the sandbox`, { cause })
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}

function text(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
