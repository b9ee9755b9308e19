import { clusterKind } from '../../src/kinds/cluster.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import type { KindDefinition } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  numberAt,
  readPath,
  textAt,
} from '../../src/objects/kube-object.ts'
import { mayBeUnready, modeOf } from './soak-mode.ts'
import type { SoakPlatform } from './soak-platform.ts'

const pauseMilliseconds = 200
const sample = 20
/** The time that those who wait for a version have to notice that it is known. */
const wakeMilliseconds = 5000
/** Milliseconds after a kill in which a status may still tell of it: nobody leads, or the API server was away. */
const afterKill = 60_000
const kinds: readonly KindDefinition[] = [pluginKind, extensionInstanceKind, clusterKind]

/** Compares what objects say of themselves with what is on the cluster, while others kill servers and operators. */
export class StatusWatcher {
  readonly problems: string[] = []
  /** Statuses that were held against the cluster: those that say ready, and those that say why not. */
  readonly compared = { ready: 0, reasons: 0, instances: 0, clusters: 0 }
  private readonly platform: SoakPlatform
  private at = 0

  constructor(platform: SoakPlatform) {
    this.platform = platform
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        for (const one of await this.some()) await this.compare(one)
      } catch {
        // The server is away: nothing can be compared.
      }
      await new Promise((done) => setTimeout(done, pauseMilliseconds))
    }
  }

  private async some(): Promise<readonly KubeObject[]> {
    const lists = await Promise.all(kinds.map((kind) => this.platform.list(kind)))
    const all = lists.flat()
    return Array.from({ length: Math.min(sample, all.length) }, () => {
      const one = all[this.at++ % all.length]
      return one === undefined ? [] : [one]
    }).flat()
  }

  /** Those that are not as they were asked to be in the end. */
  async untilAllTrue(patience: number): Promise<readonly string[]> {
    const end = Date.now() + patience
    for (;;) {
      const open = await this.open().catch((error: unknown) => [String(error)])
      if (open.length === 0 || Date.now() > end) return open
      await new Promise((done) => setTimeout(done, 1000))
    }
  }

  private async open(): Promise<readonly string[]> {
    const lists = await Promise.all(kinds.map((kind) => this.platform.list(kind)))
    const lines = lists.flat().map(async (one) => {
      const name = textOf(one)
      if (!isCurrent(one)) return `${name} has an old status at the end`
      if (one.kind === 'Cluster') return isReady(one) ? '' : `${name} at the end: ${wordsOf(one)}`
      const mode = modeOf(one)
      if (mode !== 'good') {
        const isTrue = !isReady(one) && mayBeUnready(mode, reasonOf(one), 'end')
        return isTrue ? '' : `${name} is ${mode} and says at the end: ${wordsOf(one)}`
      }
      if (!isReady(one)) return `${name} is not ready at the end: ${wordsOf(one)}`
      const is = await this.platform.valueOf(nameOf(one))
      return is === wantedOf(one) ? '' : `${name} says ready and has ${is}`
    })
    return (await Promise.all(lines)).filter((line) => line !== '')
  }

  private async compare(one: KubeObject): Promise<void> {
    if (!isCurrent(one) || reasonOf(one) === '') return
    if (one.kind === 'Cluster') return this.compareCluster(one)
    return isReady(one) ? this.compareReady(one) : this.compareReason(one)
  }

  // The server answers us, so it can be reached.
  private compareCluster(one: KubeObject): void {
    this.compared.clusters++
    if (!isReady(one) && !this.isJustKilled())
      this.note(`${textOf(one)} was asked and says ${wordsOf(one)}`)
  }

  // Ready before and after the look at the same spec: then the look must have found that spec.
  private async compareReady(one: KubeObject): Promise<void> {
    const mode = modeOf(one)
    if (mode !== 'good') return this.note(`${textOf(one)} is ${mode} and says ${wordsOf(one)}`)
    const is = await this.platform.valueOf(nameOf(one))
    if (!(await this.isStill(one, isReady))) return
    this.compared[one.kind === 'Plugin' ? 'ready' : 'instances']++
    const wanted = wantedOf(one)
    if (is !== wanted)
      this.note(`${textOf(one)} said ready for ${wanted} while there was ${is ?? 'nothing'}`)
  }

  private async compareReason(one: KubeObject): Promise<void> {
    const [mode, reason] = [modeOf(one), reasonOf(one)]
    this.compared[one.kind === 'Plugin' ? 'reasons' : 'instances']++
    const isKilled = reason === 'ClusterUnreachable' && this.isJustKilled()
    if (!mayBeUnready(mode, reason, 'way') && !isKilled && !(await this.waitsForVersion(one)))
      this.note(`${textOf(one)} is ${mode} and says ${wordsOf(one)}`)
    if (mode === 'good' && conditionOf(one, 'Stalled')?.status === 'True')
      this.note(`${textOf(one)} gave up although nothing is wrong: ${wordsOf(one)}`)
    const installed = conditionOf(one, 'Installed')
    if (one.kind !== 'Plugin' || installed?.status !== 'True') return
    const is = await this.platform.valueOf(nameOf(one))
    if (is === undefined && (await this.isStill(one, (now) => !isReady(now))))
      this.note(`${textOf(one)} says installed (${installed.reason}), and nothing is there`)
  }

  private async isStill(one: KubeObject, isSo: (now: KubeObject) => boolean): Promise<boolean> {
    const kind = kinds.find((definition) => definition.kind === one.kind) ?? pluginKind
    const again = await this.platform.find(kind, nameOf(one))
    const generation = ['metadata', 'generation']
    const isSame = numberAt(again, generation) === numberAt(one, generation)
    return again !== undefined && isSame && isCurrent(again) && isSo(again)
  }

  // The version may have come to be known since the list was read; an instance that waits for it is then woken.
  private async waitsForVersion(one: KubeObject): Promise<boolean> {
    if (!asksForVersion(one)) return false
    const clusters = await this.platform.list(clusterKind)
    if (clusters.some((cluster) => textAt(cluster, ['status', 'version']) === '')) return true
    await new Promise((done) => setTimeout(done, wakeMilliseconds))
    return !(await this.isStill(one, asksForVersion))
  }

  private isJustKilled(): boolean {
    return Date.now() - this.platform.lastKill < afterKill
  }

  private note(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem)
  }
}

function isCurrent(one: KubeObject): boolean {
  return (
    numberAt(one, ['status', 'observedGeneration']) === numberAt(one, ['metadata', 'generation'])
  )
}

function isReady(one: KubeObject): boolean {
  return isCurrent(one) && conditionOf(one, 'Ready')?.status === 'True'
}

function reasonOf(one: KubeObject): string {
  return conditionOf(one, 'Ready')?.reason ?? ''
}

function wantedOf(one: KubeObject): string {
  const field = one.kind === 'Plugin' ? 'values' : 'parameters'
  const value = readPath(one, ['spec', field, 'value'])
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

function textOf(one: KubeObject): string {
  return `${one.kind} ${nameOf(one)}`
}

function asksForVersion(one: KubeObject): boolean {
  return /the version of .* is not known yet/.test(wordsOf(one))
}

function wordsOf(one: KubeObject): string {
  const { reason = '', message = '' } = conditionOf(one, 'Ready') ?? {}
  const at = textAt(one, ['metadata', 'resourceVersion'])
  return `${reason}: ${message} (${at})`
}
