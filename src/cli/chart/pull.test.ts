import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePackage } from '../../../test/cli/make-package.ts'
import { startStaticServer } from '../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { type ScriptedServer, startScriptedServer } from '../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'

let home: HelmHome
let server: ScriptedServer
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>
let served = ''
let out = ''

beforeAll(async () => {
  registry = await startTemporaryRegistry()
})
afterAll(() => registry.stop())
beforeEach(async () => {
  home = await makeHelmHome()
  served = join(home.folder, 'served')
  out = join(home.folder, 'out')
  await mkdir(served)
  for (const version of ['1.0.0', '1.2.0']) makePackage(served, { name: 'web', version })
  await home.ours(['repo', 'index', served])
  server = await startStaticServer(served, { login: { username: 'me', password: 'secret' } })
  const login = ['--username', 'me', '--password', 'secret']
  await home.ours(['repo', 'add', 'one', server.url, ...login])
})
afterEach(async () => {
  await server.stop()
  await home.remove()
})

const pull = (...words: string[]) => home.ours(['pull', ...words, '-d', out])

describe('pull', () => {
  test('takes the login of the repository that an address lies in', async () => {
    expect(await pull(`${server.url}/web-1.0.0.tgz`)).toMatchObject({ exitCode: 0, stdout: '' })
    expect(await readdir(out)).toEqual(['web-1.0.0.tgz'])
  })

  test('tells programs what it pulled', async () => {
    const { stdout, stderr } = await pull('one/web', '-o', 'json')
    const path = join(out, 'web-1.2.0.tgz')
    const resolved = `${server.url}/web-1.2.0.tgz`
    expect(JSON.parse(stdout)).toMatchObject([{ chart: 'one/web', path, resolved }])
    const events = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string })
    expect(events.map(({ event }) => event)).toEqual(['start', 'progress', 'done'])
  })

  test('writes nothing that is not what the index says', async () => {
    await writeFile(join(served, 'web-1.2.0.tgz'), await readFile(join(served, 'web-1.0.0.tgz')))
    const { exitCode, stderr } = await pull('one/web')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/was to be sha256:|digest/)
    await expect(readdir(out)).rejects.toThrow('ENOENT')
  })

  test('unpacks nothing over what is there', async () => {
    await mkdir(join(out, 'web'), { recursive: true })
    const { exitCode, stderr } = await pull('one/web', '--untar')
    expect({ exitCode, stderr: stderr.replace(/^fetched.*\n/, '') }).toEqual({
      exitCode: 1,
      stderr: `error: failed to untar: a file or directory with the name ${out}/web already exists\n`,
    })
    expect(await readdir(join(out, 'web'))).toEqual([])
  })

  test('warns when there is no provenance, and refuses the chart with --verify', async () => {
    expect((await pull('one/web', '--prov')).stderr).toContain('there is no provenance of one/web')
    const keyring = join(home.folder, 'ring.gpg')
    const missing = await pull('one/web', '--verify', '--keyring', keyring)
    expect(missing.stderr).toContain(`failed to load keyring: cannot read ${keyring}`)
  })

  test('does not send the password where a redirect leads', async () => {
    const elsewhere = await startStaticServer(served)
    const redirecting = await startScriptedServer((_, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/web-1.0.0.tgz` }).end(),
    )
    try {
      const login = ['--username', 'me', '--password', 'secret']
      const address = `${redirecting.url}/web-1.0.0.tgz`
      const refused = await pull(address, ...login)
      expect(refused.stderr).toContain('--allow-address')
      expect(elsewhere.seen).toEqual([])
      const allowed = await pull(address, ...login, '--allow-address', elsewhere.url)
      expect(allowed).toMatchObject({ exitCode: 0 })
      expect(elsewhere.seen.map(({ authorization }) => authorization)).toEqual([undefined])
    } finally {
      await elsewhere.stop()
      await redirecting.stop()
    }
  })

  test('offers the charts of added repositories to the shell', async () => {
    const { stdout } = await home.ours(['__complete', '--', 'pull', 'o'])
    expect(stdout).toContain('one/web\n')
    expect((await home.ours(['__complete', '--', 'repo', 'remove', ''])).stdout).toContain('one\t')
  })
})

describe('push', () => {
  test('to a registry and back gives the same bytes', async () => {
    const host = registry.url.replace('http://', '')
    const path = join(served, 'web-1.2.0.tgz')
    const pushed = await home.ours(['push', path, `oci://${host}/a/b`, '-o', 'json'])
    expect(JSON.parse(pushed.stdout)).toMatchObject({ reference: `${host}/a/b/web:1.2.0` })
    await pull(`oci://${host}/a/b/web`)
    expect(await readFile(join(out, 'web-1.2.0.tgz'))).toEqual(await readFile(path))
  })

  test('to a ChartMuseum sends the login of the repository, and says what a conflict needs', async () => {
    const museum = await startScriptedServer(({ path }, response) => {
      if (path.endsWith('?force')) return response.writeHead(201).end('{"saved":true}')
      return response.writeHead(409).end('{"error":"file already exists"}')
    })
    try {
      const words = ['push', join(served, 'web-1.2.0.tgz'), museum.url]
      const login = ['--username', 'me', '--password', 'secret']
      const refused = await home.ours([...words, ...login])
      expect(refused.stderr).toContain('use --force to replace it')
      expect(await home.ours([...words, ...login, '--force'])).toMatchObject({ exitCode: 0 })
      expect(museum.seen.map(({ path }) => path)).toEqual(['/api/charts', '/api/charts?force'])
      expect(museum.seen.every(({ authorization }) => authorization?.startsWith('Basic '))).toBe(
        true,
      )
    } finally {
      await museum.stop()
    }
  })

  test('wants an address', async () => {
    const { exitCode, stderr } = await home.ours(['push', 'web.tgz', 'registry.example/charts'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('wanted oci://registry/folder')
  })
})
