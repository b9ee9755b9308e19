import { existsSync, readFileSync } from 'node:fs'
import { Worker, isMainThread, parentPort } from 'node:worker_threads'

// An operator's work with the index of a repository, in this process; prints what it cost. `nothing` is the bare process.
// The same file is the thread, as the released program is.
const [work = '', folder = '', url = ''] = process.argv.slice(2)
const { signal } = new AbortController()
if (isMainThread) await measure()
else await serve()

async function measure(): Promise<void> {
  let longest = 0
  let last = performance.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const found = work === 'refresh' ? await refresh() : work === 'list' ? await list() : 0
  clearInterval(beat)
  console.log(JSON.stringify({ kilobytes: peakKilobytes(), found, longest }))
}

async function serve(): Promise<void> {
  const { serveRefreshJobs } = await import('../src/catalog/refresh/serve-refresh-jobs.ts')
  if (parentPort !== null) serveRefreshJobs(parentPort)
}

async function refresh(): Promise<number> {
  const { RefreshThread } = await import('../src/catalog/refresh/refresh-thread.ts')
  const { threadOptions } = await import('../src/cli/platform/start-thread.ts')
  const { systemClock } = await import('../src/std/clock.ts')
  const thread = new RefreshThread(
    () => new Worker(process.argv[1] ?? '', threadOptions),
    systemClock,
  )
  const place = { name: 'bench', folder }
  const policy = { allow: [], deny: [] }
  const job = { place, url, charts: [], trust: 'trusted', policy, timeout: 60_000 } as const
  const { versions } = await thread.refresh(job, signal)
  await thread.close()
  return versions
}

async function list(): Promise<number> {
  const { listCatalog } = await import('../src/catalog/list-catalog.ts')
  const { openIndex } = await import('../src/sources/repository/index/cached-index.ts')
  const index = await openIndex({ name: 'bench', folder }, signal)
  const charts = (inner: AbortSignal) => index.charts(inner)
  const repository = { namespace: 'a', name: 'b', origin: 'custom', priority: 50, charts } as const
  const query = { kubernetes: '1.33' }
  return (await listCatalog([repository], query, signal)).length
}

function peakKilobytes(): number {
  const status = '/proc/self/status'
  const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? process.resourceUsage().maxRSS)
}
