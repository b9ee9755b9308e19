import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { museumUploads } from '../../src/expansion/carry-out/upload-charts.ts'
import { readCharts } from '../../src/expansion/check/check-charts.ts'
import type { Package } from '../../src/expansion/package/open-package.ts'
import { createHttpFetcher } from '../../src/sources/http/fetcher.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import { sleep } from '../../src/std/sleep.ts'
import { findOracle } from '../oracles/find.ts'

export interface ChartMuseum {
  readonly url: string
  readonly stop: () => Promise<void>
}

const never = new AbortController().signal

// A tenant for each group of charts, whose versions can be replaced.
const forExpansions = ['--depth=1', '--allow-overwrite']

/** The real ChartMuseum on a free port, as expansions need it by default, on a folder that goes away with it. */
export async function startChartMuseum(
  flags: readonly string[] = forExpansions,
): Promise<ChartMuseum> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-museum-'))
  const port = await freePort()
  const child = spawn(
    findOracle('chartmuseum'),
    [
      `--port=${port}`,
      '--listen-host=127.0.0.1',
      '--storage=local',
      `--storage-local-rootdir=${folder}`,
      ...flags,
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((settle) => child.once('close', settle))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok === true) return { url, stop }
    await sleep(50, never)
  }
  await stop()
  throw new Error(`chartmuseum did not answer at ${url}`)
}

/** Uploads the charts of a package, and counts those that its indexes list afterwards. */
export async function uploadToMuseum(opened: Package, url: string) {
  const fetcher = createHttpFetcher(
    { url: new URL(url), trust: 'trusted' },
    { policy: strictPolicy },
  )
  const counts = { uploaded: 0, there: 0, listed: 0 }
  try {
    const uploads = museumUploads(url, fetcher)
    const groups = new Set<string>()
    for (const chart of (await readCharts(opened, never)).charts) {
      counts[await uploads.upload(chart, never)]++
      groups.add(chart.group)
    }
    for (const group of groups) {
      const answer = await fetch(`${url}/api/${group}/charts`)
      counts.listed += Object.keys((await answer.json()) as object).length
    }
    return counts
  } finally {
    await fetcher.close()
  }
}

function freePort(): Promise<number> {
  return new Promise((settle, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
