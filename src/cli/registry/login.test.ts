import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { startBasicAuthServer } from '../../../test/registry/basic-auth-server.ts'
import type { ScriptedServer } from '../../../test/registry/scripted-server.ts'

let server: ScriptedServer
let home: HelmHome
let config = ''
beforeAll(async () => {
  server = await startBasicAuthServer('me', 'secret')
})
afterAll(() => server.stop())
beforeEach(async () => {
  home = await makeHelmHome()
  config = join(home.folder, 'config', 'registry', 'config.json')
})
afterEach(() => home.remove())

const login = (...words: string[]) => ['registry', 'login', server.host, ...words]
const auth = 'bWU6c2VjcmV0'

describe('registry login', () => {
  test.each([
    { name: 'from a pipe', words: ['-u', 'me', '--password-stdin'], stdin: 'secret\r\n' },
    { name: 'as an option', words: ['-u', 'me', '-p', 'secret'], stdin: '' },
    { name: 'from the keyboard', words: [], stdin: 'me\nsecret\n', to: 'terminal' },
  ] as const)('takes the password $name', async ({ words, stdin, ...call }) => {
    const { exitCode, stdout } = await home.ours(login(...words), { stdin, ...call })
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Login Succeeded\n' })
    expect(await readFile(config, 'utf8')).toBe(
      `{\n\t"auths": {\n\t\t"${server.host}": {\n\t\t\t"auth": "${auth}"\n\t\t}\n\t}\n}`,
    )
    expect((await stat(config)).mode & 0o777).toBe(0o600)
  })

  test('keeps nothing that the registry refuses, and shows no secret', async () => {
    const result = await home.ours(login('-u', 'me', '--password-stdin'), { stdin: 'wrong-one' })
    expect(result.exitCode).toBe(1)
    expect(result.stderr).toContain(`authenticating to "${server.host}"`)
    expect(result.stderr).toContain('nobody knows you here')
    expect(result.stderr).not.toContain('wrong-one')
    await expect(readFile(config)).rejects.toThrow('ENOENT')
  })

  test('says where there is nobody to ask', async () => {
    const { exitCode, stderr } = await home.ours(login('-u', 'me'))
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'error: there is no terminal to ask for the password: give --password-stdin\n',
    })
  })

  test.each(['http://HOST', 'HOST/charts', 'oci://HOST'])('wants a host, not %s', async (form) => {
    const words = ['registry', 'login', form.replace('HOST', server.host), '-u', 'me', '-p', 'x']
    const { exitCode, stderr } = await home.ours(words)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`did you mean ${server.host}?`)
  })

  test('leaves everything else in the file as it was', async () => {
    await write({ HttpHeaders: { b: 'x', a: 'y' }, auths: { 'other.example': { auth: 'YTpi' } } })
    await home.ours(login('-u', 'me', '-p', 'secret'))
    expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({
      HttpHeaders: { b: 'x', a: 'y' },
      auths: { 'other.example': { auth: 'YTpi' }, [server.host]: { auth } },
    })
    await home.ours(['registry', 'logout', server.host])
    expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({
      HttpHeaders: { b: 'x', a: 'y' },
      auths: { 'other.example': { auth: 'YTpi' } },
    })
  })

  test('does not write over a file that it cannot read', async () => {
    await mkdir(dirname(config), { recursive: true })
    await writeFile(config, '{"auths": secret')
    const { exitCode, stderr } = await home.ours(login('-u', 'me', '-p', 'secret'))
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is not JSON')
    expect(await readFile(config, 'utf8')).toBe('{"auths": secret')
  })

  test.each([
    { name: 'the helper of the host', helper: () => ({ credHelpers: { [server.host]: 'kept' } }) },
    { name: 'the common helper', helper: () => ({ credsStore: 'kept' }) },
  ])('gives the login to $name', async ({ helper }) => {
    const log = await installHelper()
    await write(helper())
    const path = `${home.folder}:${home.environment['PATH'] ?? ''}`
    const call = { environment: { ...home.environment, PATH: path } }
    await home.ours(login('-u', 'me', '-p', 'secret'), call)
    await home.ours(['registry', 'logout', server.host], call)
    expect(JSON.parse(await readFile(config, 'utf8'))).toEqual(helper())
    const stored = { ServerURL: server.host, Username: 'me', Secret: 'secret' }
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual([
      `store ${JSON.stringify(stored)}`,
      `erase ${server.host}`,
    ])
  })
})

test('registry logout of what is not logged in says the same as helm', async () => {
  const result = await home.ours(['registry', 'logout', 'nobody.example'])
  const stdout = 'Removing login credentials for nobody.example\n'
  expect(result).toEqual({ exitCode: 0, stdout, stderr: '' })
})

async function write(content: object): Promise<void> {
  await mkdir(dirname(config), { recursive: true })
  await writeFile(config, JSON.stringify(content))
}

async function installHelper(): Promise<string> {
  const log = join(home.folder, 'log')
  const program = join(home.folder, 'docker-credential-kept')
  await writeFile(program, `#!/bin/sh\nprintf '%s %s\\n' "$1" "$(cat)" >> ${log}\n`)
  await chmod(program, 0o755)
  return log
}
