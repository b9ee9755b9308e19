import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../../../test/cli/make-package.ts'
import { play } from '../../../test/cli/same-as-helm.ts'
import { startStaticServer } from '../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import type { ScriptedServer } from '../../../test/registry/scripted-server.ts'

const helm = findOracle('helm4')

let folder = ''
let open: ScriptedServer
let closed: ScriptedServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-repo-'))
  for (const name of ['one', 'two']) await mkdir(join(folder, name))
  makePackage(join(folder, 'one'), { name: 'web', version: '1.0.0', description: 'serves <pages>' })
  makePackage(join(folder, 'one'), { name: 'web', version: '1.2.0' })
  makePackage(join(folder, 'one'), { name: 'web', version: '2.0.0-rc.1' })
  makePackage(join(folder, 'one'), {
    name: 'website',
    version: '0.3.0',
    more: 'keywords: [pages]\n',
  })
  makePackage(join(folder, 'two'), {
    name: 'cache',
    version: '0.1.0',
    description: 'keeps web pages',
  })
  const home = await makeHelmHome()
  for (const name of ['one', 'two']) await home.helm(helm, ['repo', 'index', join(folder, name)])
  await home.remove()
  open = await startStaticServer(folder)
  closed = await startStaticServer(folder, { login: { username: 'me', password: 'secret' } })
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
  await rm(folder, { recursive: true })
})

const add = ['repo add b OPEN/one', 'repo add a OPEN/two/']

const stories: readonly { readonly name: string; readonly lines: readonly string[] }[] = [
  { name: 'nothing at all', lines: ['repo list', 'repo list -o json', 'repo list -o yaml'] },
  { name: 'nothing to update', lines: ['repo update', 'repo remove x', 'search repo'] },
  {
    name: 'two repositories',
    lines: [...add, 'repo list', 'repo ls -o json', 'repo list -o yaml'],
  },
  { name: 'no headers', lines: [...add, 'repo list --no-headers'] },
  { name: 'the same twice', lines: [add[0] ?? '', add[0] ?? ''] },
  { name: 'the same name for another', lines: [...add, 'repo add b OPEN/two'] },
  { name: 'another by force', lines: [...add, 'repo add b OPEN/two --force-update', 'repo list'] },
  { name: 'a bad name', lines: ['repo add a/b OPEN/one'] },
  { name: 'what is gone', lines: ['repo add x https://kubernetes-charts.storage.googleapis.com/'] },
  { name: 'a login', lines: ['repo add c CLOSED/one --username me --password secret'] },
  {
    name: 'a login for all',
    lines: ['repo add c CLOSED/one --username me --password secret --pass-credentials'],
  },
  { name: 'an update of one', lines: [...add, 'repo update b'] },
  { name: 'an update of an unknown one', lines: [...add, 'repo update zz'] },
  { name: 'a removal', lines: [...add, 'repo remove a', 'repo list'] },
  { name: 'a removal of an unknown one', lines: [...add, 'repo rm a zz b', 'repo list'] },
  { name: 'all charts', lines: [...add, 'search repo'] },
  { name: 'a search', lines: [...add, 'search repo web', 'search repo WEB -o json'] },
  { name: 'a search for two words', lines: [...add, 'search repo web pages'] },
  { name: 'a search in keywords', lines: [...add, 'search repo pages -o yaml'] },
  {
    name: 'a search for all versions',
    lines: [...add, 'search repo web -l', 'search repo web -l --devel'],
  },
  {
    name: 'a search in a range',
    lines: [...add, 'search repo web --version ~1.0 -l', 'search repo web --version <1.1'],
  },
  { name: 'a search for pre-releases', lines: [...add, 'search repo web --devel'] },
  {
    name: 'a search for a pattern',
    lines: [...add, 'search repo -r ^web$', 'search repo --regexp w.b'],
  },
  {
    name: 'a search in vain',
    lines: [
      ...add,
      'search repo zz',
      'search repo zz -o json',
      'search repo zz --fail-on-no-result',
    ],
  },
  { name: 'narrow columns', lines: [...add, 'search repo web --max-col-width 8'] },
]

test.each(stories)('does with $name what helm does', async ({ lines }) => {
  const playing = { keeps: isHelmFile, even: inAnyOrder }
  const theirs = await play((home, words) => home.helm(helm, words), lines.map(at), playing)
  const ours = await play((home, words) => home.ours(words), lines.map(at), playing)
  expect(ours).toEqual(theirs)
})

test.each([
  { name: 'a plain index', lines: ['repo index HOME/charts'] },
  { name: 'an address', lines: ['repo index HOME/charts --url https://charts.example/x'] },
  { name: 'JSON', lines: ['repo index HOME/charts --json'] },
  { name: 'a merge', lines: ['repo index HOME/charts --merge HOME/old.yaml'] },
  { name: 'a merge with nothing', lines: ['repo index HOME/charts --merge HOME/none.yaml'] },
])('writes with $name the index that helm writes', async ({ lines }) => {
  const playing = { keeps: (path: string) => path.endsWith('.yaml'), prepare, even: withoutTimes }
  const theirs = await play((home, words) => home.helm(helm, words), lines, playing)
  const ours = await play((home, words) => home.ours(words), lines, playing)
  expect(ours).toEqual(theirs)
})

test.each([
  { name: 'we see what helm added', first: 'helm', second: 'ours' },
  { name: 'helm sees what we added', first: 'ours', second: 'helm' },
] as const)('$name', async ({ first, second }) => {
  const home = await makeHelmHome()
  const run = { helm: (words: string[]) => home.helm(helm, words), ours: home.ours }
  try {
    const words = [
      'repo',
      'add',
      'c',
      `${closed.url}/one`,
      '--username',
      'me',
      '--password',
      'secret',
    ]
    await run[first](words)
    const shown = await run[second](['search', 'repo', 'website', '-o', 'json'])
    expect(JSON.parse(shown.stdout)).toMatchObject([{ name: 'c/website', version: '0.3.0' }])
    expect(await run[second](['repo', 'update'])).toMatchObject({ exitCode: 0 })
    expect(await run[second](['repo', 'remove', 'c'])).toMatchObject({ exitCode: 0 })
    expect((await run[first](['repo', 'list', '-o', 'json'])).stdout.trim()).toBe('[]')
  } finally {
    await home.remove()
  }
})

function at(line: string): string {
  return line.replaceAll('OPEN', open.url).replaceAll('CLOSED', closed.url)
}

function isHelmFile(path: string): boolean {
  return /(?:repositories\.yaml|-index\.yaml|-charts\.txt)$/.test(path)
}

// Repositories are updated at the same time and tell of it when they are ready.
function inAnyOrder(text: string): string {
  return text.split('\n').toSorted().join('\n')
}

// The moment of the run, which Go writes in nanoseconds.
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

async function prepare(home: HelmHome): Promise<void> {
  await cp(join(folder, 'one'), join(home.folder, 'charts'), { recursive: true })
  await rm(join(home.folder, 'charts', 'index.yaml'))
  await cp(join(folder, 'two', 'index.yaml'), join(home.folder, 'old.yaml'))
}
