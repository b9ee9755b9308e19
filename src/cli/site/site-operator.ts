import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packageName } from '../../expansion/package/describe-package.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { operatorOf } from '../../expansion/package/package-operator.ts'
import { SiteError } from '../../site/errors.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { isSameProcess, processIdentity } from '../../std/node/process-identity.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { sleep } from '../../std/sleep.ts'
import type { Ports } from '../verb.ts'

/** The program of a package that runs beside the installer or the platform. */
interface OperatorProcess {
  readonly pid: number
  readonly sign: string
  /** Over all files of the program. */
  readonly digest: string
  readonly kubeconfig: string
}

export interface OperatorPlace {
  readonly paths: SitePaths
  readonly ports: Pick<Ports, 'environment'>
  /** The API on which it finds conditions. */
  readonly kubeconfig: string
}

const lookMilliseconds = 100
const endMilliseconds = 10_000
/** How long it has to live before it counts as started. */
const firstMilliseconds = 1000

/**
 * Starts the program of a package as a process of its own that outlives the installer, with the shared folder and a
 * kubeconfig, unless just that one runs.
 */
export async function startSiteOperator(
  opened: Package,
  { paths, ports, kubeconfig }: OperatorPlace,
  signal: AbortSignal,
): Promise<string> {
  const name = packageName(opened)
  const { program, digest } = await unpackProgram(opened, paths, signal)
  const before = await readOperator(paths)
  const isSame = before?.digest === digest && before.kubeconfig === kubeconfig
  if (before !== undefined && isSame && isRunning(before)) {
    return `the operator of ${name} runs as process ${before.pid}`
  }
  await stopSiteOperator(paths, signal)
  const log = openSync(logOf(paths), 'a', 0o600)
  const child = spawn(program, [], {
    cwd: paths.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...ports.environment,
      KUBECONFIG: kubeconfig,
      OUTRIGGER_SHARED_FOLDER: paths.shared,
      OUTRIGGER_SITE_FOLDER: paths.folder,
    },
  })
  // A program that cannot be started has no number.
  child.on('error', () => undefined)
  closeSync(log)
  const pid = child.pid ?? 0
  const begun: OperatorProcess = { pid, sign: processIdentity(pid), digest, kubeconfig }
  // At once: whoever is killed now must find the process again.
  writeFileSync(fileOf(paths), JSON.stringify(begun), { mode: 0o600 })
  child.unref()
  await sleep(firstMilliseconds, signal)
  if (!isRunning(begun)) {
    const lines = (await readFile(logOf(paths), 'utf8')).trim().split('\n').slice(-3).join(' | ')
    throw new SiteError('not-ready', `the operator of ${name} ended at its start: ${lines}`)
  }
  return `the operator of ${name} runs as process ${pid}, its log is ${logOf(paths)}`
}

/** Whether an operator that was started has ended. */
export async function hasSiteOperatorEnded(paths: SitePaths): Promise<boolean> {
  const found = await readOperator(paths)
  return found !== undefined && !isRunning(found)
}

/** Ends the process and waits for its end. */
export async function stopSiteOperator(
  paths: SitePaths,
  signal: AbortSignal,
): Promise<'stopped' | 'none'> {
  const found = await readOperator(paths)
  if (found === undefined || !isRunning(found)) return 'none'
  process.kill(found.pid, 'SIGTERM')
  const until = Date.now() + endMilliseconds
  while (isRunning(found)) {
    if (Date.now() > until) process.kill(found.pid, 'SIGKILL')
    await sleep(lookMilliseconds, signal)
  }
  return 'stopped'
}

function isRunning({ pid, sign }: OperatorProcess): boolean {
  return isSameProcess(pid, sign)
}

// All files beside the program come with it; another package takes their place as a whole.
async function unpackProgram(
  { tree, declaration }: Package,
  { state }: SitePaths,
  signal: AbortSignal,
): Promise<{ readonly program: string; readonly digest: string }> {
  const operator = operatorOf(declaration.content)
  if (operator?.is !== 'program') throw new SiteError('bad-site', 'the operator is no program')
  const files = [...tree.entries.values()]
    .filter(({ path, kind }) => kind === 'file' && path.startsWith('operator/'))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const hash = createHash('sha256')
  const contents = new Map<string, Buffer>()
  for (const { path } of files) {
    const content = await readFile(join(tree.folder, path))
    contents.set(path, content)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  const digest = hash.digest('hex')
  const folder = join(state, 'operators', digest.slice(0, 16))
  const done = join(folder, 'complete')
  const isThere = (await readFile(done, 'utf8').catch(() => '')) === digest
  if (!isThere) {
    await rm(folder, { recursive: true, force: true })
    for (const { path, mode } of files) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const text = contents.get(path) ?? Buffer.alloc(0)
      await writeFileAtomically(target, text, signal, { mode: 0o600 | (mode & 0o100) })
    }
    await writeFileAtomically(done, digest, signal, { mode: 0o600 })
  }
  return { program: join(folder, operator.path), digest }
}

async function readOperator(paths: SitePaths): Promise<OperatorProcess | undefined> {
  const text = await readFile(fileOf(paths), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as OperatorProcess)
}

function fileOf({ state }: SitePaths): string {
  return join(state, 'operator.json')
}

function logOf({ state }: SitePaths): string {
  return join(state, 'operator.log')
}
