import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { OciError } from '../errors.ts'
import {
  eraseWithHelper,
  type HelperOptions,
  serverOf,
  storeWithHelper,
} from './credential-helper.ts'
import type { Credentials } from './credentials.ts'
import { parseDockerConfig } from './docker-config.ts'

/** A file of logins, and what there is besides it. */
export interface CredentialStore extends HelperOptions {
  /** A config.json as Helm and Docker have it. */
  readonly path: string
  /** The helper to begin with when the file says nothing about credentials at all. */
  readonly defaultHelper?: string | undefined
}

/** Keeps a login where Helm and Docker keep theirs: with the helper that the file names, else in the file. */
export async function storeCredentials(
  store: CredentialStore,
  host: string,
  credentials: Extract<Credentials, { readonly kind: 'password' }>,
  signal: AbortSignal,
): Promise<void> {
  const { text, root, helper } = await openStore(store, host, signal)
  const chosen = helper ?? (isSilent(root) ? store.defaultHelper : undefined)
  if (chosen !== undefined) {
    await storeWithHelper(chosen, { host, credentials }, store, signal)
    // Named in the file from now on, so that everybody else asks the same helper.
    if (helper === undefined) await write(store.path, { ...root, credsStore: chosen }, signal)
    return
  }
  const { username, password } = credentials
  if (username.includes(':')) {
    throw new OciError('bad-config', 'bad credential format: colons(:) are not allowed in username')
  }
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  const auths = { ...authsOf(root), [serverOf(host)]: auth === 'Og==' ? {} : { auth } }
  const changed = { ...root, auths }
  if (text !== format(changed)) await write(store.path, changed, signal)
}

/** Forgets a login; one that is not there needs no forgetting. */
export async function eraseCredentials(
  store: CredentialStore,
  host: string,
  signal: AbortSignal,
): Promise<void> {
  const { root, helper } = await openStore(store, host, signal)
  if (helper !== undefined) await eraseWithHelper(helper, host, store, signal)
  const auths = authsOf(root)
  if (!Object.hasOwn(auths, serverOf(host))) return
  const { [serverOf(host)]: _, ...kept } = auths
  await write(store.path, { ...root, auths: kept }, signal)
}

type Json = Readonly<Record<string, unknown>>

interface OpenStore {
  readonly text: string | undefined
  readonly root: Json
  readonly helper: string | undefined
}

async function openStore(
  { path }: CredentialStore,
  host: string,
  signal: AbortSignal,
): Promise<OpenStore> {
  const text = await readText(path, signal)
  // Checked as a reader would, so that nothing that cannot be read is written over.
  const { helpers, store } = parseDockerConfig(text ?? '{}', path)
  const root = JSON.parse(text ?? '{}') as Json
  return { text, root, helper: helpers.get(host) ?? store }
}

async function readText(path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await readFile(path, { encoding: 'utf8', signal })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isSilent(root: Json): boolean {
  return ['auths', 'credHelpers', 'credsStore'].every((field) => {
    const value = root[field]
    if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
    return value === undefined || value === null || value === ''
  })
}

function authsOf(root: Json): Json {
  const auths = root['auths']
  return typeof auths === 'object' && auths !== null ? { ...auths } : {}
}

const folderMode = 0o700
const fileMode = 0o600

async function write(path: string, root: Json, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode })
  await writeFileAtomically(path, format(root), signal, { mode: fileMode })
}

/** As Helm writes it: fields and hosts in order of their names, tabs, no end of line. */
function format(root: Json): string {
  const { auths, ...others } = root
  const ordered = auths === undefined ? others : { ...others, auths: inOrder(authsOf(root)) }
  return JSON.stringify(inOrder(ordered), undefined, '\t')
}

function inOrder(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
