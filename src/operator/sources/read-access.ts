import type { Repository } from '../../kinds/repository.ts'
import type { ReadSecret } from '../../kube/objects/secret-reader.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import { type DockerLogin, readDockerLogin } from './docker-login.ts'

type Credentials = NonNullable<ChartRequest['credentials']>
type Tls = NonNullable<ChartRequest['tls']>

/** The contents of a Repository's Secrets. */
export type Access =
  | {
      readonly state: 'complete'
      readonly credentials?: Credentials
      readonly tls?: Tls
      /** Changes whenever a Secret does, and tells nothing of what is in it. */
      readonly inputs: string
    }
  | { readonly state: 'incomplete'; readonly message: string; readonly inputs: string }

/** An object that names Secrets of its namespace: a Repository, or what logs in as one does. */
export interface AccessOwner {
  readonly metadata: { readonly namespace: string }
  readonly spec: Pick<Repository['spec'], 'url' | 'credentials' | 'tls'>
}

/** Reads the credentials and the authority of a Repository from the Secrets of its own namespace. */
export async function readAccess(
  { metadata, spec }: AccessOwner,
  readSecret: ReadSecret,
  signal: AbortSignal,
): Promise<Access> {
  return await readLogin(spec, metadata.namespace, readSecret, signal)
}

/** The Secrets for an address. */
export type SecretNames = Pick<Repository['spec'], 'url' | 'credentials' | 'tls'>

/** The same for any address. */
export async function readLogin(
  spec: { readonly [Field in keyof SecretNames]: SecretNames[Field] | undefined } & {
    readonly url: string
  },
  namespace: string,
  readSecret: ReadSecret,
  signal: AbortSignal,
): Promise<Access> {
  const find = async (name: string | undefined) =>
    name === undefined ? undefined : await readSecret(namespace, name, signal)
  const [login, authority] = await Promise.all([
    find(spec.credentials?.secretName),
    find(spec.tls?.caSecretName),
  ])
  const inputs = [login, authority].map(versionOf).join()
  const lacks = (message: string): Access => ({ state: 'incomplete', message, inputs })
  const loginName = spec.credentials?.secretName
  const credentials = login === undefined ? undefined : credentialsIn(login, spec.url)
  if (loginName !== undefined && credentials === undefined) {
    return lacks(describeLogin(loginName, namespace, login === undefined ? 'missing' : 'empty'))
  }
  const caName = spec.tls?.caSecretName
  const ca = authority === undefined ? '' : decoded(authority, 'ca.crt')
  if (caName !== undefined && ca === '') {
    const wanted = 'create it with the authority as "ca.crt"'
    return lacks(`Secret ${namespace}/${caName} has no certificate authority: ${wanted}`)
  }
  const tls = tlsOf(ca, spec.tls?.insecureSkipVerify === true)
  return {
    state: 'complete',
    ...(credentials === undefined ? {} : { credentials }),
    ...(tls === undefined ? {} : { tls }),
    inputs,
  }
}

function describeLogin(name: string, namespace: string, found: 'missing' | 'empty'): string {
  const what = found === 'missing' ? 'does not exist' : 'has no login for this address'
  const keys = '"username" and "password", "token", or a docker config'
  return `Secret ${namespace}/${name} ${what}: it should hold ${keys}`
}

function credentialsIn(secret: KubeObject, url: string): Credentials | undefined {
  const config = decoded(secret, '.dockerconfigjson')
  if (config !== '') return ofDocker(readDockerLogin(config, hostOf(url)))
  const token = decoded(secret, 'token')
  if (token !== '') return { kind: 'bearer', token }
  return ofDocker({ username: decoded(secret, 'username'), password: decoded(secret, 'password') })
}

function ofDocker(login: DockerLogin | undefined): Credentials | undefined {
  if (login === undefined || login.username === '' || login.password === '') return undefined
  return { kind: 'password', username: login.username, password: login.password }
}

function tlsOf(ca: string, insecureSkipVerify: boolean): Tls | undefined {
  if (ca === '' && !insecureSkipVerify) return undefined
  return { ...(ca === '' ? {} : { ca }), ...(insecureSkipVerify ? { insecureSkipVerify } : {}) }
}

function decoded(secret: KubeObject, key: string): string {
  const data = secret['data']
  const value = isJsonObject(data) ? data[key] : undefined
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8').trim() : ''
}

function versionOf(secret: KubeObject | undefined): string {
  if (secret === undefined) return 'none'
  return `${textAt(secret, ['metadata', 'uid'])}@${textAt(secret, ['metadata', 'resourceVersion'])}`
}

function hostOf(url: string): string {
  return URL.parse(url.replace(/^oci:/, 'https:'))?.host ?? ''
}
