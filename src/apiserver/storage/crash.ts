import type { Clock } from '../../std/clock.ts'
import { StoreError } from './errors.ts'
import { SimulatedDisk, type Draw } from './simulated-files.ts'
import { Store, type StoreLimits } from './store.ts'

// One seed: writers, a crash at some call, a restart, several times over. Revisions order all writes, so
// the state that a restart finds has to be the state of the model at some revision that is not before the
// last acknowledged one. That says both: nothing acknowledged is lost, nothing half-written appears.

const standingClock: Clock = { now: () => 1, monotonic: () => 1, after: () => () => {} }
const limits: StoreLimits = {
  snapshotAfterBytes: 700,
  history: { events: 20, bytes: 10_000, age: 1000 },
}
const restarts = 4
const writers = 3
const callsBeforeCrash = 120

/** The text of each name after a revision. */
type Model = Map<string, string>

/** Runs one seed and throws when a promise is broken. Gives how many writes were acknowledged. */
export async function crashOnce(seed: number): Promise<number> {
  const draw = drawFrom(seed)
  const crashAt = () => Math.floor(draw() * callsBeforeCrash)
  const disk = new SimulatedDisk(draw, crashAt())
  const run = new Run()
  for (let start = 0; start < restarts; start++) {
    await run.untilCrash(disk, draw)
    disk.restart(start === restarts - 1 ? Infinity : crashAt())
  }
  await run.check(disk)
  return run.acknowledged
}

class Run {
  readonly #models = new Map<number, Model>([[1, new Map()]])
  #durable = 1
  acknowledged = 0

  async untilCrash(disk: SimulatedDisk, draw: Draw): Promise<void> {
    try {
      const store = await this.#open(disk)
      await Promise.all(
        Array.from({ length: writers }, () => this.#writeUntilCrash(store, disk, draw)),
      )
    } catch (error) {
      if (!disk.hasCrashed || (error instanceof StoreError && error.code === 'corrupt')) throw error
    }
  }

  async check(disk: SimulatedDisk): Promise<void> {
    await (await this.#open(disk)).close()
  }

  async #open(disk: SimulatedDisk): Promise<Store> {
    const store = await Store.open(disk.files, standingClock, limits)
    const model = this.#models.get(store.revision)
    if (store.revision < this.#durable) {
      throw new Error(`revision ${this.#durable} was acknowledged, ${store.revision} was found`)
    }
    const found = store.list('things', '').map((entry) => [entry.name, textOf(entry.bytes)])
    const wanted = [...(model ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (model === undefined || JSON.stringify(found) !== JSON.stringify(wanted)) {
      throw new Error(
        `revision ${store.revision}: wanted ${String(wanted)}, found ${String(found)}`,
      )
    }
    // A change with a later revision before the crash has not happened.
    for (const revision of this.#models.keys()) {
      if (revision > store.revision) this.#models.delete(revision)
    }
    return store
  }

  async #writeUntilCrash(store: Store, disk: SimulatedDisk, draw: Draw): Promise<void> {
    while (!disk.hasCrashed) {
      const name = `name-${Math.floor(draw() * 6)}`
      const before = store.latest('things', name)
      const operation = before !== undefined && draw() < 0.3 ? 'delete' : 'put'
      const text = `${name} ${'x'.repeat(Math.floor(draw() * 120))}`
      const written = store.write({
        operation,
        bucket: 'things',
        name,
        expected: before?.revision ?? 0,
        encode: (revision) => {
          this.#expect(revision, name, operation === 'put' ? text : undefined)
          return { bytes: Buffer.from(text), object: text }
        },
      })
      if (written === undefined) throw new Error('nobody else could have written in between')
      const { revision } = await written
      this.acknowledged++
      this.#durable = Math.max(this.#durable, revision)
    }
  }

  #expect(revision: number, name: string, text: string | undefined): void {
    const model = new Map(this.#models.get(revision - 1))
    if (text === undefined) model.delete(name)
    else model.set(name, text)
    this.#models.set(revision, model)
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

/** Mulberry32. */
function drawFrom(seed: number): Draw {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
