import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ActionError } from '../../actions/errors.ts'
import { type SitePaths, sitePaths } from '../../site/install/site-paths.ts'
import { readLockHolder } from '../../site/journal/site-lock.ts'
import type { Site, SiteDetail } from '../../server/contract.ts'
import type { SiteVerb, Sites } from '../../server/sites/site-routes.ts'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import type { Ports } from '../verb.ts'
import { stepView } from './carry-on-site.ts'
import { type SiteState, readSiteState } from './read-site-state.ts'
import { siteFiles } from './site-options.ts'

/** Milliseconds for which all readers get the same answer: pages ask often, and an answer costs a process. */
const freshMilliseconds = 1000
const lookMilliseconds = 100
/** How long an installer may take until it is at work. */
const startMilliseconds = 60_000
const longestLog = 65_536
const mostLines = 200
/** A name that may stand in a path of the API. */
const namePattern = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/

/** The sites in a folder, each in a folder of its own, or the one whose folder it is: read from their files alone. */
export function servedSites(root: string, ports: Ports): Sites {
  const looks = new Map<string, { readonly at: number; readonly detail: Promise<SiteDetail> }>()
  const look = (site: Found, signal: AbortSignal): Promise<SiteDetail> => {
    const before = looks.get(site.name)
    if (before !== undefined && Date.now() - before.at < freshMilliseconds) return before.detail
    const detail = readDetail(site, signal)
    // An answer that was broken off is not given to others.
    detail.catch(() => looks.delete(site.name))
    looks.set(site.name, { at: Date.now(), detail })
    return detail
  }
  const find = async (name: string): Promise<Found | undefined> =>
    (await findSites(root)).find((site) => site.name === name)
  return {
    list: async (signal) => {
      const all = await Promise.all((await findSites(root)).map((site) => look(site, signal)))
      return all.map(summaryOf)
    },
    read: async (name, signal) => {
      const site = await find(name)
      return site === undefined ? undefined : await look(site, signal)
    },
    progress: async (name, signal) => {
      const site = await find(name)
      if (site === undefined) return undefined
      return { ...summaryOf(await look(site, signal)), log: await readLog(site.paths) }
    },
    carryOn: async (name, { verb, dryRun }, signal) => {
      const site = await find(name)
      if (site === undefined) return undefined
      const before = await readDetail(site, signal)
      await refuseUnready(before, site, verb)
      if (dryRun) return before
      await startInstaller(site, verb, ports, signal)
      looks.delete(name)
      return await look(site, signal)
    },
  }
}

interface Found {
  readonly name: string
  readonly paths: SitePaths
}

async function findSites(root: string): Promise<readonly Found[]> {
  const own = siteIn(root)
  if (own !== undefined) return [own]
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const found = entries.flatMap((entry) =>
    entry.isDirectory() ? (siteIn(join(root, entry.name)) ?? []) : [],
  )
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function siteIn(folder: string): Found | undefined {
  const file = siteFiles.map((name) => join(folder, name)).find((path) => existsSync(path))
  const name = basename(resolve(folder)).toLowerCase()
  if (file === undefined || !namePattern.test(name)) return undefined
  return { name, paths: sitePaths(file) }
}

/** A site whose file cannot be used is shown with its fault, and hides no other one. */
async function readDetail({ name, paths }: Found, signal: AbortSignal): Promise<SiteDetail> {
  try {
    return detailOf(name, await readSiteState(paths, signal))
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const none = { percent: 0, secondsLeft: 0, done: 0, total: 0, at: '', steps: [] }
    return { name, cluster: '', progress: 'Unknown', message, ...none, operations: [] }
  }
}

function detailOf(name: string, state: SiteState): SiteDetail {
  const { progress, percent, secondsLeft, done, total, at = '', steps, conditions } = state
  return {
    name,
    cluster: state.name,
    progress,
    percent,
    secondsLeft,
    done,
    total,
    at,
    message: steps.find(({ step }) => step === at)?.message ?? '',
    // Steps that only TKEStack itself needs tell nobody anything.
    steps: steps.filter(({ reason, message }) => reason !== 'Skipped' || !isOfOthers(message)),
    operations: Object.entries(conditions).map(([operation, marks]) => ({
      operation,
      conditions: marks.map(stepView),
    })),
  }
}

function isOfOthers(message: string): boolean {
  return message.includes('TKEStack itself')
}

function summaryOf(detail: SiteDetail): Site {
  const { name, cluster, progress, percent, secondsLeft, done, total, at, message } = detail
  return { name, cluster, progress, percent, secondsLeft, done, total, at, message }
}

async function refuseUnready(
  { name, cluster, progress, message }: SiteDetail,
  { paths }: Found,
  verb: SiteVerb,
): Promise<void> {
  const holder = await readLockHolder(paths.state)
  if (holder !== undefined) {
    throw new ActionError('blocked', `an installer (process ${holder}) is at work on ${name}`)
  }
  if (cluster === '') throw new ActionError('refused', message)
  if (verb === 'install' || progress !== 'Unknown') return
  throw new ActionError('not-ready', `nothing was begun in ${name}; install begins`)
}

// An installer is a process of its own: it outlives the server, which it may even start anew.
async function startInstaller(
  { name, paths }: Found,
  verb: SiteVerb,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  await makeOwnFolder(paths.state)
  const log = openSync(logOf(paths), 'w', 0o600)
  const word = verb === 'retry' ? 'resume' : verb
  const args = [...process.execArgv, ports.program.file, 'site', word, paths.file, '--verbose']
  const child = spawn(process.execPath, args, {
    cwd: paths.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...ports.environment },
  })
  closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  child.unref()
  const code = await Promise.race([ended, untilAtWork(paths, child.pid, signal)])
  if (code === 0 || code === 'at-work') return
  const lines = await readLog(paths)
  throw new ActionError('refused', lines.at(-1) ?? `the installer of ${name} ended at its start`)
}

async function untilAtWork(
  { state }: SitePaths,
  pid: number | undefined,
  signal: AbortSignal,
): Promise<'at-work'> {
  const until = Date.now() + startMilliseconds
  while (Date.now() < until) {
    await sleep(lookMilliseconds, undefined, { signal })
    if ((await readLockHolder(state)) === pid) return 'at-work'
  }
  throw new ActionError('not-ready', `the installer did not begin; its log is in ${state}`)
}

/** The newest lines of the installer that a server started last. */
async function readLog(paths: SitePaths): Promise<readonly string[]> {
  const file = await open(logOf(paths), 'r').catch(() => undefined)
  if (file === undefined) return []
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - longestLog)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    const whole = from === 0 ? lines : lines.slice(1)
    return whole.filter((line) => line !== '').slice(-mostLines)
  } finally {
    await file.close()
  }
}

function logOf({ state }: SitePaths): string {
  return join(state, 'installer.log')
}
