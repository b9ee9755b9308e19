import { dirname, isAbsolute, join, sep } from 'node:path'
import { fieldOf } from '../../objects/json.ts'
import { KubeError } from '../errors.ts'
import { Fields, readYamlFields } from './fields.ts'
import type { ClusterEntry, ContextEntry, ExecEntry, Kubeconfig, UserEntry } from './kubeconfig.ts'

/** Reads a kubeconfig. Relative paths in it are below the folder of its own (absolute) path. */
export function parseKubeconfig(text: string, path: string): Kubeconfig {
  const file = readYamlFields(text, path)
  const resolve = (name: string) =>
    name === '' || isAbsolute(name) ? name : join(dirname(path), name)
  return {
    currentContext: file.text('current-context'),
    clusters: named(file, 'clusters', 'cluster', (fields) => clusterOf(fields, resolve)),
    users: named(file, 'users', 'user', (fields) => userOf(fields, resolve)),
    contexts: named(file, 'contexts', 'context', contextOf),
  }
}

type Resolve = (path: string) => string

function named<T>(
  file: Fields,
  list: string,
  part: string,
  read: (fields: Fields) => T,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>()
  for (const item of file.list(list)) {
    const name = new Fields(item, `an entry of ${list} in ${file.where}`).text('name')
    const where = `${part} ${JSON.stringify(name)} in ${file.where}`
    if (entries.has(name)) throw new KubeError('bad-config', `${where} is there twice`)
    entries.set(name, read(new Fields(fieldOf(item, part) ?? {}, where)))
  }
  return entries
}

function clusterOf(fields: Fields, resolve: Resolve): ClusterEntry {
  return {
    server: fields.text('server'),
    tlsServerName: fields.text('tls-server-name'),
    insecureSkipTlsVerify: fields.flag('insecure-skip-tls-verify'),
    certificateAuthority: resolve(fields.text('certificate-authority')),
    certificateAuthorityData: fields.decoded('certificate-authority-data'),
    proxyUrl: fields.text('proxy-url'),
    disableCompression: fields.flag('disable-compression'),
    execConfig: execConfigOf(fields),
  }
}

function execConfigOf(fields: Fields): ClusterEntry['execConfig'] {
  const extension = fields
    .list('extensions')
    .find((item) => fieldOf(item, 'name') === 'client.authentication.k8s.io/exec')
  return fieldOf(extension, 'extension')
}

function userOf(fields: Fields, resolve: Resolve): UserEntry {
  const provider = fields.below('auth-provider')
  const exec = fields.below('exec')
  return {
    clientCertificate: resolve(fields.text('client-certificate')),
    clientCertificateData: fields.decoded('client-certificate-data'),
    clientKey: resolve(fields.text('client-key')),
    clientKeyData: fields.decoded('client-key-data'),
    token: fields.text('token'),
    tokenFile: resolve(fields.text('tokenFile')),
    username: fields.text('username'),
    password: fields.text('password'),
    as: fields.text('as'),
    asUid: fields.text('as-uid'),
    asGroups: fields.texts('as-groups'),
    asUserExtra: extraOf(fields.below('as-user-extra')),
    authProvider:
      provider === undefined
        ? undefined
        : { name: provider.text('name'), config: textsOf(provider.below('config')) },
    exec: exec === undefined ? undefined : execOf(exec, resolve),
  }
}

function execOf(fields: Fields, resolve: Resolve): ExecEntry {
  const command = fields.text('command')
  return {
    apiVersion: fields.text('apiVersion'),
    // A name without a slash is looked for in PATH.
    command: command.includes(sep) ? resolve(command) : command,
    args: fields.texts('args'),
    env: fields.list('env').map((item) => {
      const variable = new Fields(item, `env of ${fields.where}`)
      return { name: variable.text('name'), value: variable.text('value') }
    }),
    installHint: fields.text('installHint'),
    provideClusterInfo: fields.flag('provideClusterInfo'),
    interactiveMode: fields.text('interactiveMode'),
  }
}

function contextOf(fields: Fields): ContextEntry {
  return {
    cluster: fields.text('cluster'),
    user: fields.text('user'),
    namespace: fields.text('namespace'),
  }
}

function textsOf(fields: Fields | undefined): Readonly<Record<string, string>> {
  const names = fields?.names() ?? []
  return Object.fromEntries(names.map((name) => [name, fields?.text(name) ?? '']))
}

function extraOf(fields: Fields | undefined): Readonly<Record<string, readonly string[]>> {
  const names = fields?.names() ?? []
  return Object.fromEntries(names.map((name) => [name, fields?.texts(name) ?? []]))
}
