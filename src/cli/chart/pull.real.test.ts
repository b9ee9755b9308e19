import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage } from '../../../test/cli/make-package.ts'
import { play } from '../../../test/cli/same-as-helm.ts'
import { startStaticServer } from '../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { type DockerRegistry, startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import type { ScriptedServer } from '../../../test/registry/scripted-server.ts'

const helm = findOracle('helm4')

let folder = ''
let open: ScriptedServer
let closed: ScriptedServer
let registry: DockerRegistry
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-pull-'))
  registry = await startDockerRegistry()
  const versions = ['1.0.0', '1.2.0', '2.0.0-rc.1']
  const archives = versions.map((version) => makePackage(folder, { name: 'web', version }))
  archives.push(makePackage(folder, { name: 'cache', version: '0.1.0+build.1' }))
  const home = await makeHelmHome()
  await home.helm(helm, ['repo', 'index', folder])
  for (const path of archives) {
    await home.helm(helm, ['push', path, `oci://${registry.host}/charts`, '--plain-http'])
  }
  await home.remove()
  open = await startStaticServer(folder)
  closed = await startStaticServer(folder, { login: { username: 'me', password: 'secret' } })
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
  await registry.stop()
  await rm(folder, { recursive: true })
})

const add = 'repo add one OPEN'

const stories: readonly { readonly name: string; readonly lines: readonly string[] }[] = [
  { name: 'the latest release', lines: [add, 'pull one/web -d HOME/out'] },
  { name: 'a range', lines: [add, 'pull one/web --version ~1.0 -d HOME/out'] },
  { name: 'a pre-release', lines: [add, 'pull one/web --devel -d HOME/out'] },
  { name: 'two charts', lines: [add, 'pull one/web one/cache -d HOME/out'] },
  { name: 'a folder', lines: [add, 'pull one/web --untar -d HOME/out'] },
  { name: 'a folder in a folder', lines: [add, 'pull one/web --untar --untardir x/y -d HOME/out'] },
  {
    name: 'a folder that is there',
    lines: [add, 'pull one/web --untar -d HOME/out', 'pull one/web --untar -d HOME/out'],
  },
  { name: 'a repository that nobody added', lines: ['pull web --repo OPEN -d HOME/out'] },
  {
    name: 'a login',
    lines: ['pull web --repo CLOSED --username me --password secret -d HOME/out'],
  },
  {
    name: 'an added repository with a login',
    lines: ['repo add c CLOSED --username me --password secret', 'pull c/web -d HOME/out'],
  },
  { name: 'a file', lines: ['pull OPEN/web-1.0.0.tgz -d HOME/out'] },
  { name: 'a registry', lines: ['pull oci://HOST/charts/web --plain-http -d HOME/out'] },
  {
    name: 'a tag of a registry',
    lines: ['pull oci://HOST/charts/web:1.0.0 --plain-http -d HOME/out'],
  },
  {
    name: 'a range in a registry',
    lines: ['pull oci://HOST/charts/web --version <1.1 --plain-http --untar -d HOME/out'],
  },
  {
    name: 'a version with a plus in a registry',
    lines: ['pull oci://HOST/charts/cache --version 0.1.0+build.1 --plain-http -d HOME/out'],
  },
]

test.each(stories)('pulls from $name what helm pulls', async ({ lines }) => {
  const playing = { keeps: (path: string) => path.startsWith('out/'), prepare, even }
  const theirs = await play((home, words) => home.helm(helm, words), lines.map(at), playing)
  const ours = await play((home, words) => home.ours(words), lines.map(at), playing)
  expect(Object.keys(ours.files).length).toBeGreaterThan(0)
  expect(ours).toEqual(theirs)
})

test.each([
  { name: 'an unknown repository', line: 'pull none/web' },
  { name: 'a bare name', line: 'pull web' },
  { name: 'a folder', line: 'push HOME oci://HOST/charts' },
  { name: 'a missing file', line: 'push none.tgz oci://HOST/charts' },
])('refuses $name in the words of helm', async ({ line }) => {
  const playing = { keeps: () => false }
  const theirs = await play((home, words) => home.helm(helm, words), [at(line)], playing)
  const ours = await play((home, words) => home.ours(words), [at(line)], playing)
  expect({ ...ours, printed: [] }).toEqual({ ...theirs, printed: [] })
})

describe('helm and we take turns', () => {
  test('helm pulls and templates what we pushed, with the same digest', async () => {
    const home = await makeHelmHome()
    try {
      const path = makePackage(home.folder, { name: 'ours', version: '0.3.0+x.1' })
      const remote = `oci://${registry.host}/turns`
      const pushed = await home.ours(['push', path, remote])
      const again = await home.helm(helm, ['push', path, remote, '--plain-http'])
      expect(pushed.stdout).toMatch(/^Pushed: .*\/turns\/ours:0\.3\.0_x\.1\nDigest: sha256:/)
      expect(again.stdout).toContain(pushed.stdout)
      const words = ['template', 'web', `${remote}/ours`, '--version', '0.3.0+x.1', '--plain-http']
      const theirs = await home.helm(helm, words)
      expect(theirs.stdout).toContain('name: web-ours')
      // Helm tells on stdout where the chart came from, in front of the manifests.
      const stdout = theirs.stdout.slice(theirs.stdout.indexOf('---'))
      expect(await home.ours(words)).toMatchObject({ stdout })
    } finally {
      await home.remove()
    }
  })

  test.each([
    ['template', 'web', 'one/web'],
    ['template', 'one/web', '--version', '1.0.0'],
    ['template', 'web', '--repo', 'OPEN', '--devel'],
    ['show', 'chart', 'one/web'],
    ['show', 'values', 'OPEN/web-1.0.0.tgz'],
    ['show', 'chart', 'oci://HOST/charts/web', '--version', '^1.0.0', '--plain-http'],
  ])('%s %s %s prints what helm prints', async (...words) => {
    const home = await makeHelmHome()
    try {
      await home.helm(helm, at(add).split(' '))
      const theirs = await home.helm(helm, words.map(at))
      expect(theirs.exitCode).toBe(0)
      // Helm tells on stdout where a chart came from, in front of the chart.
      const stdout = theirs.stdout.replace(/^Pulled: .*\nDigest: .*\n/, '')
      expect(await home.ours(words.map(at))).toMatchObject({ exitCode: 0, stdout })
    } finally {
      await home.remove()
    }
  })
})

test('a login of either works for both', async () => {
  const guarded = await startDockerRegistry({ username: 'me', password: 'secret' })
  const path = makePackage(folder, { name: 'kept', version: '1.0.0' })
  const remote = `oci://${guarded.host}/kept`
  const home = await makeHelmHome()
  try {
    const login = [
      'registry',
      'login',
      guarded.host,
      '-u',
      'me',
      '--password-stdin',
      '--plain-http',
    ]
    expect(await home.ours(['push', path, remote])).toMatchObject({ exitCode: 1 })
    await home.ours(login, { stdin: 'secret' })
    const theirs = await home.helm(helm, ['push', path, remote, '--plain-http'])
    expect(theirs).toMatchObject({ exitCode: 0 })
    await home.ours(['registry', 'logout', guarded.host])
    expect(await home.ours(['pull', `${remote}/kept`])).toMatchObject({ exitCode: 1 })
    await home.helm(helm, login, 'secret')
    const pulled = await home.ours(['pull', `${remote}/kept`, '-d', home.folder])
    expect(pulled).toMatchObject({ exitCode: 0, stdout: theirs.stdout.replace('Pushed', 'Pulled') })
    expect(basename(path)).toBe('kept-1.0.0.tgz')
  } finally {
    await home.remove()
    await guarded.stop()
  }
})

function at(text: string): string {
  return text
    .replaceAll('OPEN', open.url)
    .replaceAll('CLOSED', closed.url)
    .replaceAll('HOST', registry.host)
}

async function prepare(home: HelmHome): Promise<void> {
  await mkdir(join(home.folder, 'out'))
}

/** Helm explains tags with an underscore at length. */
function even(text: string): string {
  return text.replace(/^.* contains an underscore\.\n[^]*$/m, '')
}
