import { spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { SiteError } from '../../site/errors.ts'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import { isSameProcess, processIdentity } from '../../std/node/process-identity.ts'
import { sleep } from '../../std/sleep.ts'
import type { Ports } from '../verb.ts'

/** A platform that runs beside its installer, as `outrigger start -o json` says it. */
export interface PlatformProcess {
  readonly pid: number
  readonly sign: string
  readonly version: string
  readonly registry?: string
  readonly registryTokenFile?: string
  readonly charts?: string
  readonly operator?: string
  readonly server?: string
}

const lookMilliseconds = 200
const endMilliseconds = 30_000

/** Starts the platform of a site as a process of its own that outlives the installer, unless it runs. */
export async function startPlatformProcess(
  paths: SitePaths,
  ports: Ports,
  signal: AbortSignal,
): Promise<PlatformProcess> {
  const before = await readPlatformProcess(paths)
  if (before !== undefined && (await isRunning(before)) && before.operator !== undefined) {
    if (before.version === ports.program.version) return before
    await stopPlatformProcess(paths, signal)
  }
  await makeOwnFolder(paths.platform)
  const out = outputOf(paths)
  const [stdout, stderr] = [openSync(out, 'w', 0o600), openSync(logOf(paths), 'a', 0o600)]
  const args = [...process.execArgv, ports.program.file, ...startArguments(paths, before)]
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', stdout, stderr],
    env: { ...ports.environment, KUBECONFIG: paths.kubeconfig },
  })
  const pid = child.pid ?? 0
  const begun: PlatformProcess = {
    pid,
    sign: processIdentity(pid),
    version: ports.program.version,
    ...(before?.registry === undefined ? {} : { registry: before.registry }),
    ...(before?.charts === undefined ? {} : { charts: before.charts }),
  }
  // At once: whoever is killed now must find the process again.
  writeFileSync(fileOf(paths), JSON.stringify(begun), { mode: 0o600 })
  closeSync(stdout)
  closeSync(stderr)
  child.unref()
  const told = await untilTold(paths, begun, signal)
  const { registry, registryTokenFile, charts, operator, server } = told
  const running = { ...begun, registry, registryTokenFile, charts, operator, server }
  writeFileSync(fileOf(paths), JSON.stringify(running), { mode: 0o600 })
  return running as PlatformProcess
}

/** The process that was started last; undefined when there was none. */
export async function readPlatformProcess(paths: SitePaths): Promise<PlatformProcess | undefined> {
  const text = await readFile(fileOf(paths), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as PlatformProcess)
}

/** Whether it still runs: numbers of processes are given again, hence the sign. */
export function isRunning({ pid, sign }: PlatformProcess): Promise<boolean> {
  return Promise.resolve(isSameProcess(pid, sign))
}

/** Ends the process and waits for its end. */
export async function stopPlatformProcess(
  paths: SitePaths,
  signal: AbortSignal,
): Promise<'stopped' | 'none'> {
  const found = await readPlatformProcess(paths)
  if (found === undefined || !(await isRunning(found))) return 'none'
  process.kill(found.pid, 'SIGTERM')
  const until = Date.now() + endMilliseconds
  while (await isRunning(found)) {
    if (Date.now() > until) process.kill(found.pid, 'SIGKILL')
    await sleep(lookMilliseconds, signal)
  }
  return 'stopped'
}

// The earlier addresses: objects on the cluster name them.
function startArguments(paths: SitePaths, before: PlatformProcess | undefined): readonly string[] {
  return [
    'start',
    '--kubeconfig',
    paths.kubeconfig,
    '--folder',
    paths.platform,
    '--offer-builtin',
    '--sites',
    paths.folder,
    '--log-format',
    'json',
    '--output',
    'json',
    ...portFlag('--registry-port', before?.registry),
    ...portFlag('--charts-port', before?.charts),
  ]
}

function portFlag(name: string, address: string | undefined): readonly string[] {
  const port = /:(\d+)(?:\/|$)/.exec(address ?? '')?.[1]
  return port === undefined ? [] : [name, port]
}

async function untilTold(
  paths: SitePaths,
  begun: PlatformProcess,
  signal: AbortSignal,
): Promise<Partial<PlatformProcess>> {
  for (;;) {
    const text = await readFile(outputOf(paths), 'utf8')
    if (text.endsWith('}\n')) return JSON.parse(text) as Partial<PlatformProcess>
    if (!(await isRunning(begun))) {
      const log = (await readFile(logOf(paths), 'utf8')).trim().split('\n').slice(-5).join('\n')
      throw new SiteError('not-ready', `the platform ended at its start: ${log}`)
    }
    await sleep(lookMilliseconds, signal)
  }
}

function fileOf({ state }: SitePaths): string {
  return join(state, 'platform.json')
}

function outputOf({ state }: SitePaths): string {
  return join(state, 'platform.out')
}

function logOf({ state }: SitePaths): string {
  return join(state, 'platform.log')
}
