import { mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fromBytes } from '../../formats/go-string.ts'
import type { Value } from '../../formats/value.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { SourceError } from '../errors.ts'
import { normalizeTime, zeroTime } from './go-time.ts'
import { openPendingFile } from './index/pending-file.ts'

/** One repository of Helm's repositories.yaml. A field that is not set is empty. */
export interface RepositoryEntry {
  readonly name: string
  readonly url: string
  readonly username: string
  readonly password: string
  readonly certFile: string
  readonly keyFile: string
  readonly caFile: string
  readonly insecureSkipTlsVerify: boolean
  readonly passCredentialsAll: boolean
}

/** Helm's repositories.yaml. Helm itself leaves the first two as they are. */
export interface RepositoriesFile {
  readonly apiVersion: string
  readonly generated: string
  readonly repositories: readonly RepositoryEntry[]
}

const shape: Shape = {
  kind: 'struct',
  type: 'repo.File',
  fields: {
    apiVersion: 'string',
    generated: 'any',
    repositories: {
      kind: 'list',
      of: {
        kind: 'struct',
        type: 'repo.Entry',
        isPointer: true,
        fields: {
          name: 'string',
          url: 'string',
          username: 'string',
          password: 'string',
          certFile: 'string',
          keyFile: 'string',
          caFile: 'string',
          insecure_skip_tls_verify: 'bool',
          pass_credentials_all: 'bool',
        },
      },
    },
  },
}

/** Reads the file at $HELM_REPOSITORY_CONFIG; one that is not there has no repositories. */
export async function readRepositoriesFile(
  path: string,
  signal: AbortSignal,
): Promise<RepositoriesFile> {
  const bytes = await readIfThere(path, signal)
  try {
    const value = bytes === undefined ? null : readYamlAs(fromBytes(bytes), shape)
    return fileOf(value instanceof Map ? value : new Map<string, Value>())
  } catch (error) {
    if (!(error instanceof YamlError) && !(error instanceof SourceError)) throw error
    throw new SourceError('bad-config', `cannot read ${path}: ${error.message}`, { cause: error })
  }
}

/** Writes the file as Helm does, for its owner only: it may hold passwords. */
export async function writeRepositoriesFile(path: string, file: RepositoriesFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  // A link stays a link, and what it points at is replaced.
  const target = await realpath(path).catch(() => path)
  const pending = await openPendingFile(target, 0o600)
  try {
    await pending.handle.writeFile(textOf(file))
    await pending.handle.sync()
    await pending.commit()
  } finally {
    await pending.discard()
  }
}

async function readIfThere(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path, { signal })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function fileOf(table: ReadonlyMap<string, Value>): RepositoriesFile {
  const generated = table.get('generated')
  const list = table.get('repositories')
  return {
    apiVersion: text(table, 'apiVersion'),
    generated: typeof generated === 'string' ? normalizeTime(generated) : zeroTime,
    repositories: (Array.isArray(list) ? list : []).filter(isMap).map(entryOf),
  }
}

function entryOf(table: ReadonlyMap<string, Value>): RepositoryEntry {
  return {
    name: text(table, 'name'),
    url: text(table, 'url'),
    username: text(table, 'username'),
    password: text(table, 'password'),
    certFile: text(table, 'certFile'),
    keyFile: text(table, 'keyFile'),
    caFile: text(table, 'caFile'),
    insecureSkipTlsVerify: table.get('insecure_skip_tls_verify') === true,
    passCredentialsAll: table.get('pass_credentials_all') === true,
  }
}

function textOf({ apiVersion, generated, repositories }: RepositoriesFile): string {
  const file = new Map<string, Value>([
    ['apiVersion', apiVersion],
    ['generated', generated],
    ['repositories', repositories.map(fieldsOf)],
  ])
  return `${writeYaml(file)}\n`
}

function fieldsOf(entry: RepositoryEntry): Value {
  const { insecureSkipTlsVerify, passCredentialsAll, ...texts } = entry
  return new Map<string, Value>([
    ...Object.entries(texts),
    ['insecure_skip_tls_verify', insecureSkipTlsVerify],
    ['pass_credentials_all', passCredentialsAll],
  ])
}

function isMap(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map
}

function text(table: ReadonlyMap<string, Value>, key: string): string {
  const value = table.get(key)
  return typeof value === 'string' ? value : ''
}
