import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { readLockHolder } from '../../src/site/journal/site-lock.ts'
import { type ServedSandbox, serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'

const never = new AbortController().signal
const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const
const root = resolve(import.meta.dirname, '../..')

/** The end of a command. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder with a site, and a cluster for it that is there already. */
export class SiteStage {
  readonly folder: string
  readonly sandbox: ServedSandbox

  private constructor(folder: string, sandbox: ServedSandbox) {
    this.folder = folder
    this.sandbox = sandbox
  }

  static async open(): Promise<SiteStage> {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-site-'))
    const sandbox = await serveSandbox({
      folder: join(folder, 'cluster'),
      port: 0,
      userAgent: 'test',
      onFailure: () => undefined,
    })
    await mkdir(join(folder, 'site'))
    return new SiteStage(folder, sandbox)
  }

  path(name: string): string {
    return join(this.folder, 'site', name)
  }

  async write(name: string, text: string | Uint8Array, mode = 0o644): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true })
    await writeFile(this.path(name), text, { mode })
  }

  /** Starts a command of ours about the site. */
  start(...words: readonly string[]): ChildProcess {
    return startSite(this.folder, words)
  }

  /** Runs a command of ours about the site to its end. */
  async run(...words: readonly string[]): Promise<Ended> {
    return await endOf(this.start(...words))
  }

  /** Forgets that a step was done. */
  async forget(step: string): Promise<void> {
    const journal = fileJournal(this.path('state'))
    await journal.rewrite('site', (marks) => marks.filter((mark) => mark.step !== step), never)
  }

  /** Waits until an installer is at work. */
  async untilLocked(): Promise<void> {
    while ((await readLockHolder(this.path('state'))) === undefined) await sleep(100)
  }

  /** Changes what the cluster says of its installer. */
  async patchVersions(data: Readonly<Record<string, string>>): Promise<void> {
    const metadata = { name: 'outrigger-site', namespace: 'outrigger-system' }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }
    const how = { force: true, fieldManager: 'outrigger-site' }
    const found = await getObject(
      this.sandbox.client,
      { resource: configMaps, ...metadata },
      {},
      never,
    )
    const before = (found?.['data'] ?? {}) as Record<string, string>
    const all = { ...body, data: { ...before, ...data } }
    await applyObject(this.sandbox.client, configMaps, all, how, never)
  }

  async close(): Promise<void> {
    await this.run('stop', this.path('')).catch(() => undefined)
    await this.sandbox.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** The program that the commands of these tests run. */
export const siteProgram = join(root, 'src/cli/main.ts')
const nodeFlags = process.execArgv.filter((flag) => !flag.includes('inspect'))
const environment = { ...process.env, VITEST: undefined, NODE_OPTIONS: undefined }

/** Starts a command of ours about a site. */
export function startSite(cwd: string, words: readonly string[]): ChildProcess {
  return startOutrigger(cwd, ['site', ...words])
}

/** Starts a command of ours. */
export function startOutrigger(cwd: string, words: readonly string[]): ChildProcess {
  const args = [...nodeFlags, siteProgram, ...words]
  return spawn(process.execPath, args, { stdio: 'pipe', cwd, env: environment })
}

/** Waits for the end of a process and gathers what it said. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, stdout, stderr }
}
