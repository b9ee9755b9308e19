import { createHash } from 'node:crypto'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import type { Value } from '../../formats/value.ts'
import { type BuiltObject, buildKustomization } from '../build.ts'
import { KustomizeError, type KustomizeErrorCode, RemoteNeeded } from '../errors.ts'
import { chartInflater } from '../helm/inflate-chart.ts'
import { isLeftOut } from '../substitute/substitute-variables.ts'
import { type Remotes, memoryTree, treeLoader } from '../tree-loader.ts'

/** A build as plain data, which can be done on any thread. */
export interface BuildJob {
  /** By absolute path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The folder of the kustomization. */
  readonly root: string
  readonly remotes: Remotes
}

/** An object that was built. */
export interface BuiltDocument {
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly text: string
  /** Whether no variables are filled in. */
  readonly isLeftOut: boolean
}

export interface KustomizeBuild {
  readonly documents: readonly BuiltDocument[]
  /** Of everything that the build read: the same again builds the same, but for what charts draw by chance. */
  readonly digest: string
}

export type BuildReply =
  | { readonly built: KustomizeBuild }
  | { readonly needs: { readonly url: string; readonly as: RemoteNeeded['as'] } }
  | { readonly failure: { readonly code: KustomizeErrorCode; readonly message: string } }

/** Carries out a job in this thread. Charts see what kustomize shows them: the defaults of Helm, and no cluster. */
export function runBuildJob({ files, root, remotes }: BuildJob): BuildReply {
  const read = new Map<string, string>()
  const noted = (place: string, data: Uint8Array) =>
    void read.set(place, createHash('sha256').update(data).digest('hex'))
  try {
    const tree = memoryTree(files)
    const loader = treeLoader({
      tree,
      root,
      remotes: revived(remotes),
      restriction: 'root-only',
      noted,
    })
    const tools = { gunzip, entropy: nodeEntropy, warn: () => {} }
    const built = buildKustomization(loader, { inflate: chartInflater(tools) })
    return { built: { documents: built.map(documentOf), digest: digestOf(read) } }
  } catch (error) {
    if (error instanceof RemoteNeeded) return { needs: { url: error.url, as: error.as } }
    if (!(error instanceof KustomizeError)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
}

// Errors that were sent between threads lose their class.
function revived({ files, folders, charts }: Remotes): Remotes {
  return { files: revive(files), folders: revive(folders), charts: revive(charts) }
}

function revive<T>(map: ReadonlyMap<string, T | Error>): ReadonlyMap<string, T | KustomizeError> {
  const entries = [...map].map(
    ([key, value]) =>
      [key, value instanceof Error ? new KustomizeError('missing', value.message) : value] as const,
  )
  return new Map(entries)
}

function documentOf({ value, text }: BuiltObject): BuiltDocument {
  const metadata = value.get('metadata')
  const part = (name: string) => (metadata instanceof Map ? textOf(metadata.get(name)) : '')
  return {
    kind: textOf(value.get('kind')),
    name: part('name'),
    namespace: part('namespace'),
    text,
    isLeftOut: isLeftOut(value),
  }
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function digestOf(read: ReadonlyMap<string, string>): string {
  const lines = [...read].map(([place, hash]) => `${hash} ${place}\n`).toSorted()
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`
}
