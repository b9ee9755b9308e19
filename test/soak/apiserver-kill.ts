// Starts a writer, kills it with SIGKILL, and looks whether everything it acknowledged is there:
//   node tools/node/run.cjs test/soak/apiserver-kill.ts [times]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/std/clock.ts'
import { openFolder } from '../../src/apiserver/storage/node-files.ts'
import { Store } from '../../src/apiserver/storage/store.ts'

const writerProgram = join(import.meta.dirname, 'apiserver-writer.ts')
const linesBeforeKill = 400

/** Kills a writer so many times and gives how many acknowledged writes were looked for. */
export async function killWriters(times: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'apiserver-kill-'))
  const acknowledged = new Map<string, number>()
  let writes = 0
  try {
    for (let time = 0; time < times; time++) {
      writes += await writeUntilKilled(folder, acknowledged)
      await compare(folder, acknowledged, time)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return writes
}

async function writeUntilKilled(
  folder: string,
  acknowledged: Map<string, number>,
): Promise<number> {
  const writer = spawn(process.execPath, [writerProgram, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'exit')
  let lines = 0
  for await (const line of createInterface({ input: writer.stdout })) {
    const [name = '', revision] = line.split(' ')
    acknowledged.set(name, Number(revision))
    lines++
    // Lines that it still prints before it dies count as well.
    if (lines === linesBeforeKill) void killSoon(() => writer.kill('SIGKILL'))
  }
  await ended
  return lines
}

async function killSoon(kill: () => void): Promise<void> {
  await wait(Math.random() * 20)
  kill()
}

async function compare(
  folder: string,
  acknowledged: ReadonlyMap<string, number>,
  time: number,
): Promise<void> {
  const store = await Store.open(await openFolder(folder), systemClock)
  try {
    for (const [name, revision] of acknowledged) {
      const entry = store.get('things', name)
      const found: unknown = entry?.object
      const isWhole = JSON.stringify(found).includes(`{"revision":${entry?.revision},"filling":"x`)
      if (
        entry === undefined ||
        entry.revision < revision ||
        (entry.bytes.length > 60 && !isWhole)
      ) {
        throw new Error(`after kill ${time}: ${name} has ${entry?.revision}, not ${revision}`)
      }
    }
  } finally {
    await store.close()
  }
}

if (import.meta.main) {
  const times = Number(process.argv[2] ?? 100)
  const writes = await killWriters(times)
  console.log(`${times} kills, ${writes} acknowledged writes, all of them there`)
}
