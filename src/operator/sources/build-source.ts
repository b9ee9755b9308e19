import { buildWithRemotes } from '../../kustomize/build-with-remotes.ts'
import { KustomizeError, RemoteNeeded } from '../../kustomize/errors.ts'
import { joinPaths } from '../../kustomize/loader.ts'
import type { KustomizeBuild } from '../../kustomize/node/build-job.ts'
import type { RunBuild } from '../../kustomize/node/build-threads.ts'
import { fetchRemote } from '../../kustomize/remote/fetch-remote.ts'
import type { Remotes } from '../../kustomize/tree-loader.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { type Content, treeOf } from '../../sources/content.ts'
import { SourceError } from '../../sources/errors.ts'
import { untrustedFiles } from '../../sources/untrusted-files.ts'

/** A source that is to be built. */
export interface UnbuiltSource {
  readonly content: Content
  /** The folder of the kustomization in it. */
  readonly path: string | undefined
  /** Where it came from. */
  readonly address: string
  /** The namespace that wants it. */
  readonly namespace: string
}

export interface BuildPorts {
  readonly run: RunBuild
  readonly fetching: FetchOptions
}

// The folder of a source in a build. Nothing is beside it, so that no path leads to other files.
const top = '/source'

/** Builds a kustomization; what it needs from elsewhere is fetched under the policy for addresses of others. */
export async function buildSource(
  source: UnbuiltSource,
  { run, fetching }: BuildPorts,
  signal: AbortSignal,
): Promise<KustomizeBuild> {
  const root = folderIn(source)
  const files = filesIn(source, root)
  const remote = untrustedFiles(fetching)
  let unfetched: unknown
  const build = async (remotes: Remotes): Promise<KustomizeBuild> => {
    const reply = await run({ files, root, remotes }, source.namespace, signal)
    if ('built' in reply) return reply.built
    if ('needs' in reply) throw new RemoteNeeded(reply.needs.url, reply.needs.as)
    const { code, message } = reply.failure
    const place =
      root === top ? 'the kustomization' : `the kustomization ${root.slice(top.length + 1)}`
    throw new KustomizeError(code, `${place}: ${shownPaths(message)}`, { cause: unfetched })
  }
  return await buildWithRemotes(build, async (needed) => {
    try {
      return await fetchRemote(needed, remote, signal)
    } catch (error) {
      // An address may be tried as a file first; the last failure says most.
      if (error instanceof KustomizeError) unfetched = error.cause
      throw error
    }
  })
}

function folderIn({ path = '', address }: UnbuiltSource): string {
  if (!path.split('/').includes('..')) return joinPaths(top, path)
  throw new SourceError('unsafe-path', `path ${JSON.stringify(path)} leads out of ${address}`)
}

function filesIn(
  { content, path, address }: UnbuiltSource,
  root: string,
): ReadonlyMap<string, Uint8Array> {
  if (content.kind === 'manifests') {
    const message = `${address} is a file with objects and no folder with a kustomization`
    throw new SourceError('bad-archive', `${message}: its kind is manifests`)
  }
  const files = treeOf(content, path).map(({ name, data }) => [`${top}/${name}`, data] as const)
  if (files.some(([name]) => name.startsWith(`${root}/`))) return new Map(files)
  throw new SourceError('not-found', `there is no folder ${path} in ${address}`)
}

// Messages name paths as they are in the source.
function shownPaths(message: string): string {
  return message.replaceAll(`${top}/`, '').replaceAll(new RegExp(`${top}(?![\\w-])`, 'g'), '.')
}
