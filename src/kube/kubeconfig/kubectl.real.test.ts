import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOracle } from '../../../test/oracles/find.ts'
import type { Kubeconfig } from './kubeconfig.ts'
import { loadKubeconfig } from './load-kubeconfig.ts'

interface Named {
  readonly name: string
  readonly [part: string]: unknown
}

interface Viewed {
  readonly 'current-context': string
  readonly clusters: readonly Named[] | null
  readonly users: readonly Named[] | null
  readonly contexts: readonly Named[] | null
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
  await mkdir(join(folder, 'sub'))
})
afterAll(() => rm(folder, { recursive: true }))

const full = `
clusters:
- {name: c, cluster: {server: "https://one", certificate-authority: /pki/ca.crt, tls-server-name: inner}}
- {name: d, cluster: {server: "https://two", insecure-skip-tls-verify: true, proxy-url: "http://p:1"}}
users:
- {name: u, user: {client-certificate: /c.crt, client-key: /abs/k, tokenFile: /t}}
- {name: v, user: {as: jane, as-uid: "1", as-groups: [a, b], as-user-extra: {s: [x, z]}}}
- {name: w, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/login, args: [a], env: [{name: A, value: b}], interactiveMode: Never, provideClusterInfo: true}}}
- {name: x, user: {exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: login, interactiveMode: IfAvailable}}}
- {name: "y", user: {auth-provider: {name: oidc, config: {client-id: me}}}}
contexts:
- {name: k, context: {cluster: c, user: u, namespace: shop}}
current-context: k
`

test.each([
  { name: 'one file with everything', files: { one: full } },
  {
    name: 'two files with the same names',
    files: {
      'sub/one':
        'users: [{name: u, user: {token: first}}]\ncontexts: [{name: k, context: {cluster: d}}]',
      two: full,
    },
  },
  { name: 'a current context only in the second', files: { one: 'kind: Config', two: full } },
  { name: 'two current contexts', files: { one: 'current-context: other', two: full } },
  { name: 'an empty file', files: { one: '', two: full } },
  { name: 'null lists', files: { one: 'clusters: null\nusers:\ncontexts: []', two: full } },
  {
    name: 'unknown fields',
    files: { one: `${full}\nunknown: {a: 1}\npreferences: {colors: true}` },
  },
])('reads as kubectl does: $name', async ({ files }) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text ?? '')
  const KUBECONFIG = Object.keys(files)
    .map((name) => join(folder, name))
    .join(delimiter)
  const ours = await loadKubeconfig(undefined, { KUBECONFIG })
  expect(viewOf(ours)).toEqual(normal(view(KUBECONFIG)))
})

function withAuthority(name: string, path: string): string {
  return `clusters: [{name: ${name}, cluster: {server: "https://x", certificate-authority: ${path}}}]`
}

test('finds the files that a kubeconfig names where kubectl finds them', async () => {
  await writeFile(join(folder, 'ca.crt'), 'OUTER')
  await writeFile(join(folder, 'sub', 'ca.crt'), 'INNER')
  await writeFile(join(folder, 'sub', 'one'), withAuthority('up', '../ca.crt'))
  await writeFile(join(folder, 'two'), withAuthority('down', 'sub/ca.crt'))
  const KUBECONFIG = [join(folder, 'sub', 'one'), join(folder, 'two')].join(delimiter)
  const viewed = view(KUBECONFIG, '--flatten')
  const config = await loadKubeconfig(undefined, { KUBECONFIG })
  const names = ['up', 'down']
  const ours = names.map((name) =>
    readFileSync(config.clusters.get(name)?.certificateAuthority ?? '', 'utf8'),
  )
  const theirs = names.map((name) => {
    const part = viewed.clusters?.find((each) => each.name === name)?.['cluster']
    const text = (part as Readonly<Record<string, string>>)['certificate-authority-data'] ?? ''
    return Buffer.from(text, 'base64').toString()
  })
  expect(ours).toEqual(theirs)
})

test.each([
  { name: 'a token that is a number', text: 'users: [{name: u, user: {token: 1}}]' },
  { name: 'a name twice', text: 'users: [{name: u, user: {}}, {name: u, user: {}}]' },
  { name: 'no YAML', text: 'a: b: c' },
  {
    name: 'data that is no base64',
    text: 'clusters: [{name: c, cluster: {certificate-authority-data: "%"}}]',
  },
  { name: 'a list for a map', text: 'users: [{name: u, user: []}]' },
])('refuses what kubectl refuses: $name', async ({ text }) => {
  const KUBECONFIG = join(folder, 'bad')
  await writeFile(KUBECONFIG, text)
  expect(() => view(KUBECONFIG)).toThrow('Command failed')
  await expect(loadKubeconfig(undefined, { KUBECONFIG })).rejects.toMatchObject({
    code: 'bad-config',
  })
})

function view(KUBECONFIG: string, ...more: readonly string[]): Viewed {
  const args = ['config', 'view', '--raw', '-o', 'json', ...more]
  const options = { env: { KUBECONFIG }, stdio: 'pipe', encoding: 'utf8' } as const
  return JSON.parse(execFileSync(findOracle('kubectl-1.36'), args, options)) as Viewed
}

// Absent, empty and false are the same to us.
function normal(view: Viewed) {
  return {
    'current-context': view['current-context'],
    ...Object.fromEntries(
      (['clusters', 'users', 'contexts'] as const).map((list) => [
        list,
        Object.fromEntries(
          (view[list] ?? []).map(({ name, ...part }) => [
            name,
            withoutEmpty(Object.values(part)[0]),
          ]),
        ),
      ]),
    ),
  }
}

function viewOf(config: Kubeconfig) {
  const users = [...config.users].map(([name, user]) => {
    const {
      authProvider,
      exec,
      asUid,
      asGroups,
      asUserExtra,
      clientCertificate,
      clientKey,
      ...rest
    } = user
    const shown = {
      ...rest,
      'as-uid': asUid,
      'as-groups': asGroups,
      'as-user-extra': asUserExtra,
      'client-certificate': clientCertificate,
      'client-key': clientKey,
      'auth-provider': authProvider,
      exec,
    }
    return [name, withoutEmpty(shown)] as const
  })
  const clusters = [...config.clusters].map(([name, cluster]) => {
    const shown = {
      server: cluster.server,
      'certificate-authority': cluster.certificateAuthority,
      'tls-server-name': cluster.tlsServerName,
      'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify,
      'proxy-url': cluster.proxyUrl,
    }
    return [name, withoutEmpty(shown)] as const
  })
  const contexts = [...config.contexts].map(
    ([name, context]) => [name, withoutEmpty(context)] as const,
  )
  return {
    'current-context': config.currentContext,
    clusters: Object.fromEntries(clusters),
    users: Object.fromEntries(users),
    contexts: Object.fromEntries(contexts),
  }
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(
    ([, item]) =>
      item !== '' &&
      item !== false &&
      item !== null &&
      item !== undefined &&
      !(Array.isArray(item) && item.length === 0) &&
      !(typeof item === 'object' && Object.keys(item as object).length === 0),
  )
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutEmpty(item)]))
}
