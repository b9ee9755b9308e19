import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OciError } from '../errors.ts'
import type { Credentials } from './credentials.ts'
import { parseDockerConfig } from './docker-config.ts'
import { credentialsFromFiles } from './find-credentials.ts'

const signal = new AbortController().signal
const auth = (text: string) => Buffer.from(text).toString('base64')
const password = (username: string, password: string): Credentials => ({
  kind: 'password',
  username,
  password,
})

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('credentials from a file', () => {
  test.each([
    {
      name: 'by host',
      auths: { 'example.com': { auth: auth('me:secret') } },
      found: password('me', 'secret'),
    },
    {
      name: 'with a colon in the password',
      auths: { 'example.com': { auth: auth('me:a:b') } },
      found: password('me', 'a:b'),
    },
    {
      name: 'by URL',
      auths: { 'https://example.com/v2/': { auth: auth('me:x') } },
      found: password('me', 'x'),
    },
    {
      name: 'in two fields',
      auths: { 'example.com': { username: 'me', password: 'x' } },
      found: password('me', 'x'),
    },
    {
      name: 'with an identity token',
      auths: { 'example.com': { auth: auth('me:'), identitytoken: 't' } },
      found: { kind: 'identity', token: 't' },
    },
    {
      name: 'with a registry token',
      auths: { 'example.com': { registrytoken: 't' } },
      found: { kind: 'bearer', token: 't' },
    },
    {
      name: 'the nearest folder first',
      auths: {
        'example.com': { auth: auth('far:x') },
        'example.com/team': { auth: auth('near:x') },
      },
      found: password('near', 'x'),
    },
    {
      name: 'not of another host',
      auths: { 'example.com.evil': { auth: auth('me:x') }, 'example.co': { auth: auth('me:x') } },
      found: undefined,
    },
    {
      name: 'not of another port',
      auths: { 'example.com:443': { auth: auth('me:x') } },
      found: undefined,
    },
    {
      name: 'not of another folder',
      auths: { 'example.com/tea': { auth: auth('me:x') } },
      found: undefined,
    },
    { name: 'an empty entry', auths: { 'example.com': {} }, found: undefined },
  ])('$name', async ({ auths, found }) => {
    const path = await write('config.json', { auths })
    const place = { host: 'example.com', repository: 'team/app' }
    expect(await credentialsFromFiles([path])(place, signal)).toEqual(found)
  })

  test('Docker Hub by its old name', async () => {
    const auths = { 'https://index.docker.io/v1/': { auth: auth('me:x') } }
    const path = await write('config.json', { auths })
    const found = await credentialsFromFiles([path])({ host: 'docker.io', repository: 'a' }, signal)
    expect(found).toEqual(password('me', 'x'))
  })

  test("Helm's file first, then Docker's, and a missing one says nothing", async () => {
    const helm = await write('helm.json', { auths: { a: { auth: auth('helm:x') } } })
    const docker = await write('docker.json', {
      auths: { a: { auth: auth('docker:x') }, b: { auth: auth('docker:x') } },
    })
    const find = credentialsFromFiles([join(folder, 'none.json'), helm, docker])
    expect(await find({ host: 'a', repository: undefined }, signal)).toEqual(password('helm', 'x'))
    expect(await find({ host: 'b', repository: undefined }, signal)).toEqual(
      password('docker', 'x'),
    )
  })

  test.each([
    { text: '{"auths":{"a":{"auth":"c2VjcmV0', says: 'config.json is not JSON' },
    { text: '[]', says: 'config.json is not a JSON object' },
    {
      text: `{"auths":{"a":{"auth":"${auth('secret')}"}}}`,
      says: 'config.json (a) has an auth that is not',
    },
  ])('$says, and the file is not quoted', ({ text, says }) => {
    const parse = () => parseDockerConfig(text, 'config.json')
    expect(parse).toThrow(OciError)
    expect(parse).toThrow(says)
    expect(parse).not.toThrow(/c2Vjcm|secret/)
  })
})

describe('credential helpers', () => {
  const answers = `read host
case "$host" in
  example.com) echo '{"ServerURL":"example.com","Username":"me","Secret":"helped"}' ;;
  token.example) echo '{"ServerURL":"","Username":"<token>","Secret":"refresh"}' ;;
  https://index.docker.io/v1/) echo '{"Username":"hub","Secret":"x"}' ;;
  broken.example) echo 'a secret that is no JSON' ;;
  failing.example) echo 'keychain locked: secret' ; exit 2 ;;
  *) echo 'credentials not found in native keychain' ; exit 1 ;;
esac`

  test.each([
    {
      host: 'example.com',
      config: { credHelpers: { 'example.com': 'test' } },
      found: password('me', 'helped'),
    },
    { host: 'example.com', config: { credsStore: 'test' }, found: password('me', 'helped') },
    {
      host: 'token.example',
      config: { credsStore: 'test' },
      found: { kind: 'identity', token: 'refresh' },
    },
    { host: 'docker.io', config: { credsStore: 'test' }, found: password('hub', 'x') },
    { host: 'other.example', config: { credsStore: 'test' }, found: undefined },
    {
      host: 'other.example',
      config: { credsStore: 'test', auths: { 'other.example': { auth: auth('file:x') } } },
      found: password('file', 'x'),
    },
  ])('$host with $config', async ({ host, config, found }) => {
    const find = await withHelper(config)
    expect(await find({ host, repository: undefined }, signal)).toEqual(found)
  })

  test.each([
    {
      host: 'broken.example',
      config: { credsStore: 'test' },
      says: 'answered without Username and Secret',
    },
    { host: 'failing.example', config: { credsStore: 'test' }, says: 'failed with exit code 2' },
    { host: 'a', config: { credsStore: 'absent' }, says: 'cannot run docker-credential-absent' },
    {
      host: 'a',
      config: { credsStore: '../test' },
      says: 'is not the name of a credential helper',
    },
    { host: 'a', config: { credsStore: 'x;id' }, says: 'is not the name of a credential helper' },
  ])('$host with $config: $says, and no secret is shown', async ({ host, config, says }) => {
    const find = await withHelper(config)
    const error: unknown = await find({ host, repository: undefined }, signal).catch(
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(OciError)
    expect(String(error)).toContain(says)
    expect(String(error)).not.toContain('a secret')
  })

  async function withHelper(config: object) {
    const program = join(folder, 'docker-credential-test')
    await writeFile(program, `#!/bin/sh\n${answers}\n`)
    await chmod(program, 0o755)
    const path = await write('config.json', config)
    return credentialsFromFiles([path], { environment: { PATH: `${folder}:/usr/bin:/bin` } })
  }
})

async function write(name: string, value: object): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(value))
  return path
}
