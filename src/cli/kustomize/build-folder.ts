import { cwd } from 'node:process'
import { resolve } from 'node:path'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import {
  buildKustomization,
  type BuildOptions,
  type BuiltObject,
  printObjects,
} from '../../kustomize/build.ts'
import { buildWithRemotes, type FetchRemote } from '../../kustomize/build-with-remotes.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import { chartInflater } from '../../kustomize/helm/inflate-chart.ts'
import type { Loader } from '../../kustomize/loader.ts'
import { diskTree } from '../../kustomize/node/disk-tree.ts'
import { fetchRemote } from '../../kustomize/remote/fetch-remote.ts'
import { parseRepoUrl } from '../../kustomize/remote/repo-url.ts'
import { treeLoader, type Remotes } from '../../kustomize/tree-loader.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'

export interface FolderBuild {
  /** A folder of this machine, or the address of a repository. */
  readonly target: string
  readonly connection: Connection
  readonly restriction: 'root-only' | 'none'
  readonly reorder: 'legacy' | 'none' | undefined
  readonly addManagedByLabel: boolean
  /** Undefined where charts were not asked for. */
  readonly charts:
    | { readonly kubeVersion: string; readonly apiVersions: readonly string[] }
    | undefined
}

/** Builds a kustomization; what it needs from elsewhere is fetched under the address policy. */
export async function buildFolder(
  wanted: FolderBuild,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<BuiltObject[]> {
  return await withFolder(wanted, context, buildKustomization, signal)
}

/** The same for another work than to print: with charts, and all else as it comes. */
export async function withLoader<T>(
  { target, connection }: Pick<FolderBuild, 'target' | 'connection'>,
  context: { readonly ports: Ports; readonly io: Io },
  work: (loader: Loader, options: BuildOptions) => T,
  signal: AbortSignal,
): Promise<T> {
  return await withFolder({ target, connection, ...plainly }, context, work, signal)
}

const plainly = {
  charts: { kubeVersion: '', apiVersions: [] },
  reorder: undefined,
  addManagedByLabel: false,
  restriction: 'root-only',
} as const

async function withFolder<T>(
  wanted: FolderBuild,
  context: { readonly ports: Ports; readonly io: Io },
  work: (loader: Loader, options: BuildOptions) => T,
  signal: AbortSignal,
): Promise<T> {
  const warn = (message: string) => context.io.stderr.write(`${message}\n`)
  const fetch: FetchRemote = async (needed) => {
    // The code that fetches is loaded only for content that is elsewhere.
    const { openRemotePorts } = await import('./remote-ports.ts')
    const remotePorts = await openRemotePorts(wanted.connection, context, signal)
    return await fetchRemote(needed, remotePorts, signal)
  }
  return await buildWithRemotes((remotes) => {
    const loader = openLoader(wanted, remotes)
    return work(loader, optionsOf(wanted, warn))
  }, fetch)
}

/**
 * Prints a kustomization that was given where a chart could have been: with its charts, and all else as it comes. One
 * that cannot be built is reported in one line.
 */
export async function printKustomization(
  target: string,
  connection: Connection,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<string> {
  try {
    const built = await withLoader({ target, connection }, context, buildKustomization, signal)
    return printObjects(built)
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}

function openLoader({ target, restriction }: FolderBuild, remotes: Remotes) {
  const root = resolve(cwd(), target)
  if (diskTree.find(root)?.isFolder === true || parseRepoUrl(target) === undefined)
    return treeLoader({ tree: diskTree, root, remotes, restriction })
  // An address is entered from nowhere in particular.
  const start = treeLoader({ tree: diskTree, root: '/', remotes, restriction })
  return start.enter(target)
}

function optionsOf(wanted: FolderBuild, warn: (message: string) => void): BuildOptions {
  const { reorder, addManagedByLabel, charts } = wanted
  return {
    addManagedByLabel,
    warn,
    ...(reorder === undefined ? {} : { reorder }),
    ...(charts === undefined
      ? {}
      : { inflate: chartInflater({ gunzip, entropy: nodeEntropy, warn, ...charts }) }),
  }
}
