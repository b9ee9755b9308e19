import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAuthority } from '../../src/apiserver/certificates/open-authority.ts'
import { keptIndex } from '../../src/catalog/refresh/kept-index.ts'
import { runRefreshJob } from '../../src/catalog/refresh/refresh-job.ts'
import { digestOf, hexOf } from '../../src/oci/digest.ts'
import { SourceCache, patientAsker } from '../../src/operator/sources/source-cache.ts'
import { chartYaml, oddTgz } from '../../src/sources/archive/archive-for-test.ts'
import { openContentCache } from '../../src/sources/cache/content-cache.ts'
import type { ChartRequest, FetchOptions } from '../../src/sources/chart-request.ts'
import { fetchChart } from '../../src/sources/fetch-chart.ts'
import { readAddressPolicy, strictPolicy } from '../../src/sources/policy/policy.ts'
import { openIndex } from '../../src/sources/repository/index/cached-index.ts'
import { systemClock } from '../../src/std/clock.ts'
import { startScriptedServer } from '../registry/scripted-server.ts'

// Somebody between us and a repository changes what it says, to those who do not check who they speak with. The true
// repository then answers those who do, and says that nothing has changed.

const { signal } = new AbortController()
const asker = patientAsker('team', signal)
const good = oddTgz([{ name: 'demo/Chart.yaml', text: chartYaml }])
const bad = oddTgz([{ name: 'demo/Chart.yaml', text: `${chartYaml}description: bad\n` }])
const owner = { kind: 'password', username: 'owner', password: 'right' } as const
const basic = `Basic ${Buffer.from('owner:right').toString('base64')}`

let isBetween = true
let needsLogin = false
let requests = 0
let url = ''
let ca = ''
let folder = ''
let options: FetchOptions
let stop = async () => {}

beforeAll(async () => {
  const authorityFolder = await mkdtemp(join(tmpdir(), 'outrigger-authority-'))
  const authority = await openAuthority(authorityFolder, Date.now)
  await rm(authorityFolder, { recursive: true })
  const { certificate: cert, key } = authority.signServer(['localhost'], ['127.0.0.1'])
  const server = createServer({ cert, key }, (request, response) => {
    requests++
    if (needsLogin && request.headers.authorization !== basic) {
      return void response.writeHead(401).end()
    }
    if (request.headers['if-none-match'] === '"same"') return void response.writeHead(304).end()
    const archive = isBetween ? bad : good
    const body = request.url === '/index.yaml' ? Buffer.from(indexOf(archive)) : archive
    return void response.writeHead(200, { etag: '"same"' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  ca = authority.certificate
  stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})
afterAll(() => stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-trust-'))
  const cache = await openContentCache({ root: join(folder, 'cache') })
  options = { policy: strictPolicy, cache, indexFolder: join(folder, 'indexes') }
  isBetween = true
  needsLogin = false
  return () => rm(folder, { recursive: true })
})

type Access = Pick<ChartRequest, 'tls' | 'credentials' | 'trust'>
interface Row {
  readonly name: string
  readonly first: () => Access
  readonly second: () => Access
  /** The result of the second one: the digest of the true chart, or an error. */
  readonly gets: RegExp
}

const trusted = { trust: 'trusted' } as const
const theTrueOne = new RegExp(`^sha256:${hexOf(digestOf(good))}$`)
const rows: readonly Row[] = [
  {
    name: 'who checks nothing, then who checks by an authority',
    first: () => ({ ...trusted, tls: { insecureSkipVerify: true } }),
    second: () => ({ ...trusted, tls: { ca } }),
    gets: theTrueOne,
  },
  {
    name: 'who checks nothing, then who checks by the authorities of the machine',
    first: () => ({ ...trusted, tls: { insecureSkipVerify: true } }),
    second: () => trusted,
    gets: /certificate|reach/,
  },
  {
    name: 'an authority of its own, then the authorities of the machine',
    first: () => ({ ...trusted, tls: { ca } }),
    second: () => trusted,
    gets: /certificate|reach/,
  },
  {
    name: 'an authority of its own, then who checks nothing',
    first: () => ({ ...trusted, tls: { ca } }),
    second: () => ({ ...trusted, tls: { insecureSkipVerify: true } }),
    gets: theTrueOne,
  },
  {
    name: 'the platform, then a tenant that may not go there',
    first: () => ({ ...trusted, tls: { ca } }),
    second: () => ({ trust: 'untrusted', tls: { ca } }),
    gets: /not allowed/,
  },
]

describe.each(rows)('$name', ({ first, second, gets }) => {
  test.each([{ repositoryName: undefined }, { repositoryName: 'team' }])(
    'an index under the name $repositoryName',
    async ({ repositoryName }) => {
      const request = { address: url, name: 'demo', ...(repositoryName && { repositoryName }) }
      await fetchChart({ ...request, ...first() }, options, signal)
      isBetween = false
      const again = fetchChart({ ...request, ...second() }, options, signal)
      expect(await outcomeOf(again)).toMatch(gets)
    },
  )

  test('a source that was loaded', async () => {
    const cache = new SourceCache(options, systemClock)
    const request = { address: url, name: 'demo' }
    await cache.load(requestFor({ ...request, ...first() }), asker)
    isBetween = false
    const again = cache.load(requestFor({ ...request, ...second() }), asker)
    expect(await outcomeOf(again)).toMatch(gets)
  })

  test('an index of a Repository, refreshed and kept', async () => {
    const place = { name: 'tenant_team', folder: join(folder, 'indexes') }
    const job = { place, url, charts: [], policy: strictPolicy, timeout: 10_000 }
    await runRefreshJob({ ...job, ...first() }, signal)
    isBetween = false
    expect(await keptIndex(place, { url, ...second() }, signal)).toBeUndefined()
    expect(await keptIndex(place, { url, ...first() }, signal)).toMatchObject({ charts: 1 })
    const again = runRefreshJob({ ...job, ...second() }, signal).then(async () => {
      const chart = await (await openIndex(place, signal)).find('demo', signal)
      return { digest: `sha256:${chart?.versions[0]?.digest}` }
    })
    expect(await outcomeOf(again)).toMatch(gets)
  })
})

test.each([
  { name: 'nobody', second: () => ({ ...trusted, tls: { ca } }) },
  {
    name: 'a wrong password',
    second: () => ({ ...trusted, tls: { ca }, credentials: { ...owner, password: 'wrong' } }),
  },
  {
    name: 'another user',
    second: () => ({ ...trusted, tls: { ca }, credentials: { ...owner, username: 'guest' } }),
  },
])('what a login brought is not given to $name, whoever knows its digest', async ({ second }) => {
  isBetween = false
  needsLogin = true
  const address = `${url}/demo-1.0.0.tgz`
  const request = { address, digest: digestOf(good) }
  const cache = new SourceCache(options, systemClock)
  const mine = { ...trusted, tls: { ca }, credentials: owner }
  await fetchChart({ ...request, ...mine }, options, signal)
  await cache.load(requestFor({ ...request, ...mine }), asker)
  await expect(fetchChart({ ...request, ...second() }, options, signal)).rejects.toThrow(/401/)
  await expect(cache.load(requestFor({ ...request, ...second() }), asker)).rejects.toThrow(/401/)
  const before = requests
  expect((await fetchChart({ ...request, ...mine }, options, signal)).digest).toBe(digestOf(good))
  expect(requests).toBe(before)
})

test.each([
  { name: 'a file', address: () => `${url}/demo-1.0.0.tgz` },
  { name: 'git', address: () => `git+${url}/demo.git` },
  { name: 'a registry', address: () => `oci://${url.slice('https://'.length)}/demo:1.0.0` },
])('$name: a connection that checked nothing is not used by who checks', async ({ address }) => {
  const request = { address: address(), ...trusted }
  const unchecked = { ...request, tls: { insecureSkipVerify: true } }
  const refused = /certificate|self-signed|unable to verify/
  const fetching = { ...options, plainHttp: 'never' } as const
  for (const _ of [1, 2]) {
    expect(await outcomeOf(fetchChart(unchecked, fetching, signal))).not.toMatch(refused)
    expect(await outcomeOf(fetchChart(request, fetching, signal))).toMatch(refused)
  }
})

test('tokens of a registry are not shared by those who have other logins', async () => {
  const issued: (string | undefined)[] = []
  const tokens = await startScriptedServer(({ authorization }, response) => {
    issued.push(authorization)
    response.end(JSON.stringify({ token: `t${issued.length}`, expires_in: 3600 }))
  })
  const challenge = `Bearer realm="${tokens.url}/token",service="x"`
  const seen: (string | undefined)[] = []
  const registry = await startScriptedServer(({ authorization }, response) => {
    seen.push(authorization)
    if (authorization === undefined) response.writeHead(401, { 'www-authenticate': challenge })
    else response.writeHead(404)
    response.end()
  })
  const request = { address: `oci://${registry.host}/demo:1.0.0`, ...trusted }
  const logins = [owner, undefined, { ...owner, username: 'guest' }, owner]
  for (const credentials of logins) {
    const policy = readAddressPolicy({ allow: [tokens.url] })
    const own = credentials === undefined ? request : { ...request, credentials }
    await outcomeOf(fetchChart(own, { ...options, policy }, signal))
  }
  await Promise.all([tokens.stop(), registry.stop()])
  const guest = `Basic ${Buffer.from('guest:right').toString('base64')}`
  expect([...new Set(issued)]).toEqual([basic, undefined, guest])
  const used = seen.filter((header) => header !== undefined)
  expect(new Set(used).size).toBe(issued.length)
})

test('a file that the platform brought from inside is not given to a tenant that names its digest', async () => {
  isBetween = false
  const request = { address: `${url}/demo-1.0.0.tgz`, digest: digestOf(good), tls: { ca } }
  await fetchChart({ ...request, trust: 'trusted' }, options, signal)
  const tenant = fetchChart({ ...request, trust: 'untrusted' }, options, signal)
  await expect(tenant).rejects.toThrow(/not allowed/)
})

function requestFor(request: ChartRequest) {
  return { kind: 'helm', request, name: 'demo', fresh: 600_000, stamp: '' } as const
}

/** The digest of what came, or what went wrong. */
async function outcomeOf(fetched: Promise<{ readonly digest: string }>): Promise<string> {
  return await fetched.then(
    ({ digest }) => digest,
    (error: unknown) => String(error),
  )
}

function indexOf(archive: Uint8Array): string {
  const version = { name: 'demo', version: '1.0.0', apiVersion: 'v2' }
  const entry = { ...version, urls: ['demo-1.0.0.tgz'], digest: hexOf(digestOf(archive)) }
  return JSON.stringify({ apiVersion: 'v1', entries: { demo: [entry] } })
}
