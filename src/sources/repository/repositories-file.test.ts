import { lstat, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRepositoriesFile, writeRepositoriesFile } from './repositories-file.ts'
import { withRepositoriesLock } from './repositories-lock.ts'

const signal = new AbortController().signal
let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repositories-'))
  path = join(folder, 'deep', 'repositories.yaml')
})
afterEach(() => rm(folder, { recursive: true }))

const entry = {
  name: 'a',
  url: 'https://x.example',
  username: '',
  password: '',
  certFile: '',
  keyFile: '',
  caFile: '',
  insecureSkipTlsVerify: false,
  passCredentialsAll: true,
}

test('what is written is what Helm writes, and is read again', async () => {
  const file = await readRepositoriesFile(path, signal)
  expect(file.repositories).toEqual([])
  await writeRepositoriesFile(path, { ...file, repositories: [entry] })
  expect(await readFile(path, 'utf8')).toBe(`apiVersion: ""
generated: "0001-01-01T00:00:00Z"
repositories:
- caFile: ""
  certFile: ""
  insecure_skip_tls_verify: false
  keyFile: ""
  name: a
  pass_credentials_all: true
  password: ""
  url: https://x.example
  username: ""
`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readRepositoriesFile(path, signal)).repositories).toEqual([entry])
  expect(await readdir(join(folder, 'deep'))).toEqual(['repositories.yaml'])
})

test('what Helm has put there stays, and what is nothing is left out', async () => {
  const other = join(folder, 'other.yaml')
  const text =
    'apiVersion: v1\ngenerated: "2020-01-01T00:00:00.50+02:00"\nrepositories: [null, {name: a}]\n'
  await writeFile(other, text)
  const file = await readRepositoriesFile(other, signal)
  expect(file).toMatchObject({ apiVersion: 'v1', generated: '2020-01-01T00:00:00.5+02:00' })
  expect(file.repositories.map(({ name }) => name)).toEqual(['a'])
})

test('a link stays a link', async () => {
  const [target, link] = [join(folder, 'target.yaml'), join(folder, 'link.yaml')]
  await writeFile(target, '')
  await symlink(target, link)
  await writeRepositoriesFile(link, await readRepositoriesFile(link, signal))
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(target, 'utf8')).toContain('repositories: []')
})

test('a file that cannot be read is named', async () => {
  const bad = join(folder, 'bad.yaml')
  await writeFile(bad, 'repositories: {}\n')
  await expect(readRepositoriesFile(bad, signal)).rejects.toThrow(`cannot read ${bad}: error`)
})

test('two changes come one after the other', async () => {
  const events: string[] = []
  const change = (name: string) =>
    withRepositoriesLock(
      path,
      async () => {
        events.push(`${name} begins`)
        await stat(folder)
        await stat(folder)
        events.push(`${name} ends`)
      },
      signal,
    )
  await Promise.all([change('one'), change('two'), change('three')])
  const names = events.map((event) => event.split(' ')[0])
  expect(names).toEqual([0, 2, 4].flatMap((at) => [names[at], names[at]]))
  expect(await readdir(join(folder, 'deep'))).toEqual(['repositories.lock'])
})
