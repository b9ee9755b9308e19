import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readYamlFile } from '../../../src/expansion/package/yaml-lines.ts'
import type { JsonObject } from '../../../src/objects/json.ts'

/** A pod whose manifest lies on the machine. */
export interface StaticPod {
  readonly name: string
  /** Of the text of its manifest. */
  readonly hash: string
  readonly manifest: JsonObject
  readonly image: string
  readonly command: readonly string[]
}

interface Manifest {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly containers: readonly [{ readonly image: string; readonly command: readonly string[] }]
  }
}

const manifests = '/etc/kubernetes/manifests'
const records = '/run/static-pods'
const endMilliseconds = 20_000

/** The manifests that are on the machine now; kubeadm writes them by rename. */
export async function readStaticPods(): Promise<readonly StaticPod[]> {
  const names = await readdir(manifests).catch(() => [])
  const pods = names
    .filter((name) => name.endsWith('.yaml') && !name.startsWith('.'))
    .map(async (file): Promise<StaticPod[]> => {
      const text = await readFile(join(manifests, file), 'utf8')
      const read = readYamlFile(text)
      if (!read.ok) return []
      const { metadata, spec } = read.file.value as unknown as Manifest
      const hash = createHash('md5').update(text).digest('hex')
      const manifest = read.file.value as JsonObject
      const [{ image, command }] = spec.containers
      return [{ name: metadata.name, hash, manifest, image, command }]
    })
  return (await Promise.all(pods)).flat()
}

interface Running {
  readonly pid: number
  readonly hash: string
}

/** The processes of static pods. They go on when the kubelet stops, as containers do, and the next one finds them. */
export class StaticPodProcesses {
  private readonly folders: readonly string[]
  /** Folders of programs that play an older minor, by that. */
  private readonly older: ReadonlyMap<string, string>

  /** Words: a folder of programs, or `MINOR=FOLDER`. */
  constructor(words: readonly string[]) {
    this.folders = words.filter((word) => !word.includes('='))
    const pairs = words.filter((word) => word.includes('='))
    this.older = new Map(pairs.map((pair) => pair.split('=') as [string, string]))
  }

  async sync(pods: readonly StaticPod[]): Promise<void> {
    await mkdir(records, { recursive: true })
    for (const name of await readdir(records)) {
      if (!pods.some((pod) => pod.name === name)) await this.end(name)
    }
    for (const pod of pods) {
      const found = await this.runningOf(pod.name)
      if (found?.hash === pod.hash) continue
      if (found !== undefined) await this.end(pod.name)
      await this.start(pod)
    }
  }

  private async start({ name, hash, image, command }: StaticPod): Promise<void> {
    const [program = '', ...words] = command
    const minor = /kube-[a-z-]+:v(\d+\.\d+)\./.exec(image)?.[1] ?? ''
    const older = this.older.get(minor)
    const args = older === undefined ? words : [...words, `--emulated-version=${minor}`]
    const folders = older === undefined ? this.folders : [older, ...this.folders]
    const folder = folders.find((one) => existsSync(join(one, program))) ?? '/usr/bin'
    const log = openSync(`/var/lib/static-${name}.log`, 'a')
    const child = spawn(join(folder, program), args, {
      stdio: ['ignore', log, log],
      detached: true,
    })
    child.once('error', (error) => console.error(name, error.message))
    child.unref()
    if (child.pid === undefined) return
    await writeFile(join(records, name), JSON.stringify({ pid: child.pid, hash }))
  }

  private async runningOf(name: string): Promise<Running | undefined> {
    const text = await readFile(join(records, name), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const running = JSON.parse(text) as Running
    return isAlive(running.pid) ? running : undefined
  }

  private async end(name: string): Promise<void> {
    const running = await this.runningOf(name)
    if (running !== undefined) {
      process.kill(running.pid, 'SIGTERM')
      const until = Date.now() + endMilliseconds
      while (isAlive(running.pid) && Date.now() < until) await sleep(50)
      if (isAlive(running.pid)) process.kill(running.pid, 'SIGKILL')
    }
    await rm(join(records, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No such process.
    return false
  }
}
