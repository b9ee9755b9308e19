import { existsSync, readFileSync } from 'node:fs'

// One piece of work on an index in this process; prints what it cost: processor time, because who else is
// busy says nothing about it. `nothing` is the bare process.
const [work = '', folder = '', url = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const before = process.cpuUsage()
if (work === 'refresh') await refresh()
const found = work === 'search' ? await search() : 0
const { user, system } = process.cpuUsage(before)
const report = {
  milliseconds: (user + system) / 1000,
  kilobytes: peakKilobytes(),
  found,
}
console.log(JSON.stringify(report))

// Loaded when needed, as the commands do.
async function refresh(): Promise<void> {
  const { createHttpFetcher } = await import('../src/sources/http/fetcher.ts')
  const { strictPolicy } = await import('../src/sources/policy/policy.ts')
  const { refreshIndex } = await import('../src/sources/repository/refresh-index.ts')
  const source = { url: new URL(url), trust: 'trusted' } as const
  const fetcher = createHttpFetcher(source, { policy: strictPolicy })
  try {
    await refreshIndex({ name: 'bench', folder, url, fetcher }, signal)
  } finally {
    await fetcher.close()
  }
}

async function search(): Promise<number> {
  const { openIndex } = await import('../src/sources/repository/index/cached-index.ts')
  let count = 0
  const index = await openIndex({ name: 'bench', folder }, signal)
  for await (const { versions } of index.charts(signal)) {
    if (versions[0]?.description.includes('proxy') === true) count++
  }
  return count
}

// The usage that Node reports begins with that of the parent process; Linux knows better.
function peakKilobytes(): number {
  const status = '/proc/self/status'
  const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? process.resourceUsage().maxRSS)
}
