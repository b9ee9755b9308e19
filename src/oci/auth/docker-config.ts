import { readFile } from 'node:fs/promises'
import { OciError } from '../errors.ts'
import { maxConfigBytes } from '../limits.ts'
import type { Credentials } from './credentials.ts'

/** The credentials in a config.json of Docker, Podman or Helm. */
export interface DockerConfig {
  /** By host, or host and the beginning of a repository. */
  readonly auths: ReadonlyMap<string, Credentials>
  /** Names of credential helpers by host. */
  readonly helpers: ReadonlyMap<string, string>
  /** The helper of every host that has none of its own. */
  readonly store: string | undefined
}

/** Reads such a file; one that is not there says nothing. */
export async function readDockerConfig(
  path: string,
  signal: AbortSignal,
): Promise<DockerConfig | undefined> {
  try {
    return parseDockerConfig(await readFile(path, { encoding: 'utf8', signal }), path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** `path` is for messages, which never show what the file holds. */
export function parseDockerConfig(text: string, path: string): DockerConfig {
  if (text.length > maxConfigBytes) throw bad(path, 'is too large')
  const root = objectOf(parseJson(text, path))
  if (root === undefined) throw bad(path, 'is not a JSON object')
  const auths = Object.entries(objectOf(root['auths']) ?? {}).flatMap(([key, entry]) => {
    const credentials = readEntry(objectOf(entry) ?? {}, `${path} (${key})`)
    return credentials === undefined ? [] : [[configKey(key), credentials] as const]
  })
  const helpers = Object.entries(objectOf(root['credHelpers']) ?? {}).flatMap(([key, name]) =>
    typeof name === 'string' && name !== '' ? [[configKey(key), name] as const] : [],
  )
  const store = textOf(root['credsStore'])
  return { auths: new Map(auths), helpers: new Map(helpers), store }
}

/** The names a place may have in the file, the most exact first. */
export function keysOf(host: string, repository: string | undefined): readonly string[] {
  const key = configKey(host)
  const parts = repository === undefined ? [] : repository.split('/')
  const names = parts.map((_, index) => `${key}/${parts.slice(0, index + 1).join('/')}`)
  return [...names.toReversed(), key]
}

/** `https://index.docker.io/v1/` and the like name a host in old files. */
function configKey(key: string): string {
  const bare = key.replace(/^https?:\/\//, '').replace(/\/(v1|v2)?\/?$/, '')
  return ['index.docker.io', 'registry-1.docker.io'].includes(bare) ? 'docker.io' : bare
}

function readEntry(entry: Json, what: string): Credentials | undefined {
  const identity = textOf(entry['identitytoken'])
  if (identity !== undefined) return { kind: 'identity', token: identity }
  const bearer = textOf(entry['registrytoken'])
  if (bearer !== undefined) return { kind: 'bearer', token: bearer }
  const auth = textOf(entry['auth'])
  if (auth !== undefined) return splitAuth(auth, what)
  const username = textOf(entry['username'])
  if (username === undefined) return undefined
  return { kind: 'password', username, password: textOf(entry['password']) ?? '' }
}

function splitAuth(auth: string, what: string): Credentials {
  const text = Buffer.from(auth, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // A token without a user is kept as ":token".
  if (colon < 0) throw bad(what, 'has an auth that is not the base64 of user:password')
  // Docker ends the password at a NUL that old versions padded it with.
  const password = text.slice(colon + 1).replace(/\0+$/, '')
  return { kind: 'password', username: text.slice(0, colon), password }
}

type Json = Readonly<Record<string, unknown>>

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not as the cause: its message quotes the text, which holds passwords.
    throw bad(path, 'is not JSON')
  }
}

function objectOf(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Json) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function bad(what: string, why: string): OciError {
  return new OciError('bad-config', `${what} ${why}`)
}
