// `outrigger server`, `open` and `api`, as people use them: the server is a process beside an API server.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type RunningServer,
  type ServerBenchStage,
  openServerBench,
  startServer,
} from '../../bench/server/server-stage.ts'
import { exampleOf } from '../../src/server/resources/kind-routes.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { runCli } from '../cli/run-cli.ts'

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const

let stage: ServerBenchStage
let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-server-commands-'))
  stage = await openServerBench()
  // A real API server says there whose client certificates it takes.
  const metadata = { namespace: 'kube-system', name: 'extension-apiserver-authentication' }
  const data = { 'client-ca-file': stage.access.authority }
  await stage.users.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }, configMaps)
  const words = ['--tls-self-signed', '--client-certificates']
  server = await startServer(stage.kubeconfig, { folder, words })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

const call = (words: readonly string[], stdin?: string) =>
  runCli([...words, '--kubeconfig', stage.kubeconfig], stdin === undefined ? {} : { stdin })

test('the user of a kubeconfig asks the server of a folder, whose authority is known there', async () => {
  const { exitCode, stdout, stderr } = await call(['api', 'GET', '/me', '--folder', folder])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ user: 'admin', signedInBy: 'certificate' })
})

test('a server elsewhere is asked with the certificate of its authority', async () => {
  const there = ['--server', server.url]
  const trusted = ['--ca-file', join(folder, 'tls/ca.crt')]
  expect((await call(['api', 'GET', '/me', ...there, ...trusted])).exitCode).toBe(0)
  expect(await readFile(join(folder, 'tls/ca.crt'), 'utf8')).not.toContain('PRIVATE KEY')
  const { exitCode, stderr } = await call(['api', 'GET', '/me', ...there])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`the certificate of ${server.url} is not trusted`)
  expect(stderr).toContain('--ca-file')
})

test('a change is sent from the standard input, and a refusal is told and counts as a failure', async () => {
  const { team } = stage.users
  const example = exampleOf(pluginKind)
  const body = JSON.stringify({ ...example, metadata: { namespace: team, name: 'sent' } })
  const made = await call(['api', 'POST', '/plugins', '--input', '--folder', folder], body)
  expect([made.exitCode, JSON.parse(made.stdout)]).toMatchObject([
    0,
    { metadata: { name: 'sent' } },
  ])
  const again = await call(['api', 'POST', '/plugins', '--input', '--folder', folder], body)
  expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([1, { reason: 'AlreadyExists' }])
  const raw = await call(['api', 'GET', '/api/v1/plugins?limit=0', '--folder', folder])
  expect([raw.exitCode, JSON.parse(raw.stdout)]).toMatchObject([1, { status: 400 }])
})

test('a link signs in once', async () => {
  const { exitCode, stdout } = await call(['open', '--folder', folder])
  const link = new URL(stdout.trim())
  expect([exitCode, link.origin, link.pathname]).toEqual([0, server.url, '/sign-in'])
  const code = JSON.stringify({ code: link.searchParams.get('code') })
  const signIn = ['api', 'POST', '/session', '--input', '--folder', folder]
  expect((await call(signIn, code)).exitCode).toBe(0)
  const again = await call(signIn, code)
  expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([1, { status: 401 }])
  expect(again.stdout).toContain('outrigger open')
})

test('a server that is not there is told as such', async () => {
  for (const verb of [['open'], ['api', 'GET', '/me']]) {
    const { exitCode, stderr } = await call([...verb, '--server', 'http://127.0.0.1:65535'])
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('nothing listens at http://127.0.0.1:65535: start the server'),
    ])
  }
  const unknown = await runCli(['api', 'GET', '/me', '--folder', tmpdir()])
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('no server is known: give --server URL'),
  ])
})

test('without TLS it listens to nobody else', async () => {
  const { exitCode, stderr } = await call(['server', '--host', '0.0.0.0'])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--tls-self-signed')])
})

const ready = async () => {
  const answer = await fetch(new URL('/readyz', server.metrics))
  return [answer.status, await answer.text()]
}

test('a server whose API server is gone is not ready, and is ready again at once when it is back', async () => {
  expect(await ready()).toEqual([200, 'ok\n'])
  stage.signalApi('SIGSTOP')
  try {
    expect(await ready()).toEqual([503, expect.stringContaining('the API server does not answer')])
  } finally {
    stage.signalApi('SIGCONT')
  }
  expect(await ready()).toEqual([200, 'ok\n'])
})
