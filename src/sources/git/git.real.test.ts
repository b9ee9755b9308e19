import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type GitServer,
  type TestRepository,
  findGit,
  makeRepository,
  serveGit,
} from '../../../test/git/git-server.ts'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import type { ChartRequest, FetchOptions } from '../chart-request.ts'
import { chartOf, filesOf } from '../content.ts'
import { fetchChart } from '../fetch-chart.ts'
import { strictPolicy } from '../policy/policy.ts'

const signal = new AbortController().signal
const options: FetchOptions = { policy: strictPolicy, indexFolder: '/nowhere' }
const chart = (version: string) => `apiVersion: v2\nname: demo\nversion: ${version}\n`
let repository: TestRepository
let server: GitServer
const commits: Record<string, string> = {}

beforeAll(async () => {
  repository = await makeRepository()
  const { commit, git } = repository
  commits['first'] = await commit({
    'charts/demo/Chart.yaml': chart('1.0.0'),
    'charts/demo/templates/a.yaml': 'kind: A\n'.repeat(200),
  })
  await git('tag', 'light')
  await git('tag', '-a', 'v1.0.0', '-m', 'annotated')
  commits['hidden'] = await commit({ 'charts/demo/Chart.yaml': chart('1.0.1') })
  commits['main'] = await commit({
    'charts/demo/Chart.yaml': chart('2.0.0'),
    'charts/demo/templates/a.yaml': `${'kind: A\n'.repeat(200)}more: true\n`,
    'charts/demo/.helmignore': 'ignored.txt\n',
    'charts/demo/ignored.txt': 'x',
    'charts/demo/linked.txt': '-> templates/a.yaml',
    'charts/demo/again': '-> templates',
    'stuff/other/Chart.yaml': 'no: chart\n',
    'README.md': 'top\n',
  })
  await git('checkout', '--quiet', '-b', 'feature/x')
  commits['feature'] = await commit({ 'Chart.yaml': chart('3.0.0') })
  await git('checkout', '--quiet', 'main')
  await git('tag', '-a', 'nested', '-m', 'a tag of a tag', 'v1.0.0')
  await git('pack-refs', '--all')
  await git('gc', '--quiet')
  server = await serveGit(repository.path)
})
afterAll(async () => {
  await server.stop()
  await repository.stop()
})

const ask = (more: Partial<ChartRequest> = {}, other: Partial<FetchOptions> = {}) =>
  fetchChart(
    { address: server.url, path: 'charts/demo', trust: 'trusted', ...more },
    { ...options, ...other },
    signal,
  )

describe('over http', () => {
  test.each([
    { name: 'what HEAD stands for when nothing is said', ref: undefined, is: '2.0.0', at: 'main' },
    { name: 'a branch', ref: 'main', is: '2.0.0', at: 'main' },
    { name: 'a branch in full', ref: 'refs/heads/main', is: '2.0.0', at: 'main' },
    { name: 'a tag', ref: 'light', is: '1.0.0', at: 'first' },
    { name: 'an annotated tag', ref: 'v1.0.0', is: '1.0.0', at: 'first' },
    { name: 'a tag of a tag', ref: 'nested', is: '1.0.0', at: 'first' },
    { name: 'a commit that is a tip', ref: 'COMMIT', is: '2.0.0', at: 'main' },
    { name: 'a commit that is not advertised', ref: 'COMMIT', is: '1.0.1', at: 'hidden' },
  ])('$name', async ({ ref, is, at }) => {
    const wanted = ref === 'COMMIT' ? commits[at] : ref
    const fetched = await ask(wanted === undefined ? {} : { ref: wanted })
    expect(chartOf(fetched.content).metadata.version).toBe(is)
    const place = `ref=${commits[at]}&path=charts%2Fdemo`
    expect(fetched.resolved).toBe(`git+${server.url}?${place}`)
    const { path: _, ...again } = { path: '', address: fetched.resolved, trust: 'trusted' } as const
    const second = await fetchChart({ ...again, digest: fetched.digest }, options, signal)
    expect(second.content).toEqual(fetched.content)
  })

  test('a commit that is not advertised where the server gives out any', async () => {
    await repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    const { content } = await ask({ ref: commits['hidden']! })
    expect(chartOf(content).metadata.version).toBe('1.0.1')
    await repository.git('config', '--unset', 'uploadpack.allowAnySHA1InWant')
  })

  test('a chart at the top, on a branch with a slash', async () => {
    const { content } = await ask({ ref: 'feature/x', path: '' })
    expect(chartOf(content).metadata.version).toBe('3.0.0')
  })

  test('what .helmignore leaves out is left out, and links inside are followed', async () => {
    const { content } = await ask({ ref: 'main' })
    expect(
      filesOf(content)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['.helmignore', 'Chart.yaml', 'again/a.yaml', 'linked.txt', 'templates/a.yaml'])
  })

  test.each([
    { name: 'a name that is nearly one', more: { ref: 'v1.0.1' }, says: /v1\.0\.0/ },
    { name: 'an abbreviated commit', more: { ref: 'abcdef1' }, says: /40 digits/ },
    {
      name: 'a commit that is nowhere',
      more: { ref: 'deadbeef'.repeat(5) },
      says: /in no branch and no tag/,
    },
    { name: 'a path that is not there', more: { path: 'charts/none' }, says: /not there/ },
    { name: 'a path that is a file', more: { path: 'README.md' }, says: /is no folder/ },
    { name: 'a path without a chart', more: { path: 'charts' }, says: /no Chart.yaml/ },
    { name: 'a path that climbs', more: { path: '../x' }, says: /leads out/ },
    { name: 'whom we do not trust on this machine', more: { trust: 'untrusted' }, says: /allowed/ },
  ] as const)('refuses $name', async ({ more, says }) => {
    await expect(ask(more)).rejects.toThrow(says)
  })

  test.each([
    { name: 'bytes of a pack', gitLimits: { packBytes: 100 } },
    { name: 'objects', gitLimits: { objects: 2 } },
    { name: 'bytes of an object', gitLimits: { objectBytes: 500 } },
    { name: 'bytes of all objects', gitLimits: { totalBytes: 500 } },
    { name: 'bytes of refs', gitLimits: { refsBytes: 50 } },
  ])('refuses more $name than the limit', async ({ gitLimits }) => {
    await expect(ask({}, { gitLimits })).rejects.toMatchObject({ code: 'too-large' })
  })

  test('gives up after the time', async () => {
    const slow = await serveGit(repository.path, { instead: () => true })
    const asked = ask({ address: slow.url }, { gitLimits: { time: 50 } })
    await expect(asked).rejects.toMatchObject({ code: 'timed-out' })
    await slow.stop()
  })

  test('sends credentials to the source and follows a redirect of the repository', async () => {
    const moved = await serveGit(repository.path, {
      instead: (request, response) => {
        if (!request.url!.startsWith('/old')) return false
        response.writeHead(301, { location: request.url!.replace('/old', '/demo.git') }).end()
        return true
      },
    })
    const address = `git+http://${moved.host}/old`
    const credentials = { kind: 'password', username: 'me', password: 'secret' } as const
    const { content } = await ask({ address, credentials })
    expect(chartOf(content).metadata.version).toBe('2.0.0')
    const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
    expect(moved.seen.map(({ authorization }) => authorization)).toEqual([basic, basic, basic])
    await moved.stop()
  })

  test('a page that is no repository is said to be none', async () => {
    const page = await serveGit(repository.path, {
      instead: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        return true
      },
    })
    await expect(ask({ address: page.url })).rejects.toThrow('is no git repository')
    await page.stop()
  })
})

describe('a tree', () => {
  test.each([
    { name: 'a link out of the chart', link: '-> ../../secret', says: /leads out of the chart/ },
    { name: 'a link to the machine', link: '-> /etc/passwd', says: /leads out of the chart/ },
    { name: 'a link to itself', link: '-> bad', says: /in circles/ },
    { name: 'a link to the folder it is in', link: '-> .', says: /in circles/ },
    { name: 'a link to nothing', link: '-> none', says: /leads nowhere/ },
  ])('with $name is refused', async ({ link, says }) => {
    const other = await makeRepository()
    await other.commit({ 'c/Chart.yaml': chart('1.0.0'), 'c/bad': link, secret: 'x' })
    const served = await serveGit(other.path)
    await expect(ask({ address: served.url, path: 'c' })).rejects.toThrow(says)
    await served.stop()
    await other.stop()
  })

  test('with a submodule is read without it, and says so', async () => {
    const other = await makeRepository()
    const commit = await other.commit({ 'Chart.yaml': chart('1.0.0') })
    await other.git('update-index', '--add', '--cacheinfo', `160000,${commit},charts/sub`)
    await other.git('commit', '--quiet', '-m', 'a submodule')
    const served = await serveGit(other.path)
    const fetched = await ask({ address: served.url, path: '' })
    expect(fetched.notes).toEqual([expect.stringContaining('submodule charts/sub is left out')])
    await served.stop()
    await other.stop()
  })
})

describe('over ssh, by the git program', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let environment: Record<string, string>
  beforeAll(async () => {
    folder = await temporaryFolder()
    const ssh = join(folder.path, 'ssh')
    // Stands for ssh: notes its words and runs what is asked for, here.
    await writeFile(
      ssh,
      `#!/bin/sh\necho "$@" >> ${folder.path}/log\nfor last; do :; done\nsh -c "$last"\n`,
    )
    await chmod(ssh, 0o755)
    environment = { PATH: process.env['PATH']!, HOME: folder.path, GIT_SSH_COMMAND: ssh }
  })
  afterAll(() => folder.stop())

  test.each([
    { name: 'HEAD', ref: undefined, is: '2.0.0' },
    { name: 'an annotated tag', ref: 'v1.0.0', is: '1.0.0' },
    { name: 'a commit that is not advertised', ref: 'COMMIT', is: '1.0.1' },
  ])('brings $name, and leaves nothing behind', async ({ ref, is }) => {
    const before = await leftovers()
    const address = `git+ssh://git@example.test${repository.path}`
    const wanted = ref === 'COMMIT' ? commits['hidden']! : ref
    const more = wanted === undefined ? {} : { ref: wanted }
    const { content } = await ask({ address, ...more }, { gitEnvironment: environment })
    expect(chartOf(content).metadata.version).toBe(is)
    expect(await leftovers()).toEqual(before)
  })

  test('reads git@host:path as git does', async () => {
    const address = `git@example.test:${repository.path}`
    const { content } = await ask({ address }, { gitEnvironment: environment })
    expect(chartOf(content).metadata.version).toBe('2.0.0')
  })

  test('is refused to whom we do not trust', async () => {
    const address = `git+ssh://git@example.test${repository.path}`
    const asked = ask({ address, trust: 'untrusted' }, { gitEnvironment: environment })
    await expect(asked).rejects.toMatchObject({ code: 'not-trusted' })
  })

  test.each([
    { name: 'a ref that reads as an option', more: { ref: '--upload-pack=touch x' } },
    { name: 'a host that reads as an option', more: { address: 'ssh://-oProxyCommand=x/y' } },
    { name: 'a repository that is not there', more: { address: 'git@example.test:/nowhere' } },
  ])('refuses $name', async ({ more }) => {
    const address = `git+ssh://git@example.test${repository.path}`
    const asked = ask({ address, ...more }, { gitEnvironment: environment })
    await expect(asked).rejects.toMatchObject({ name: 'SourceError' })
  })

  test('says that the git program is missing where it is', async () => {
    const empty = join(folder.path, 'empty')
    await mkdir(empty)
    const address = `git+ssh://git@example.test${repository.path}`
    const asked = ask({ address }, { gitEnvironment: { ...environment, PATH: empty } })
    await expect(asked).rejects.toMatchObject({ code: 'missing-tool' })
    expect(findGit()).not.toBe('')
  })
})

async function leftovers(): Promise<readonly string[]> {
  const names = await readdir(tmpdir())
  return names.filter((name) => name.startsWith('outrigger-git-') && !name.includes('test'))
}
