import type { HttpClient } from 'isomorphic-git'
import type { Send } from '../../oci/client/http.ts'
import { SourceError } from '../errors.ts'
import { gitHttp } from './git-http.ts'
import type { GitLimits } from './limits.ts'
import { type GitFiles, memoryFiles } from './memory-files.ts'
import type { LocalRepository } from './read-commit.ts'
import { type ServerRef, type WantedCommit, resolveRef } from './resolve-ref.ts'

/** A repository in memory with the commit that was asked for. */
export interface FetchedRepository {
  readonly repository: LocalRepository
  /** Of the commit, or of the tag that stands before it. */
  readonly oid: string
}

const gitdir = '/repository'

/**
 * Fetches one commit without its history over smart HTTP. A commit that the server does not advertise
 * is asked for all the same; where that is refused, it is looked for in the history of all branches.
 */
export async function fetchHttpRepository(
  place: { readonly url: URL; readonly ref: string | undefined },
  send: Send,
  limits: GitLimits,
  signal: AbortSignal,
): Promise<FetchedRepository> {
  const url = plainUrl(place.url)
  const http = gitHttp(send, limits, signal)
  const wanted = resolveRef(await listRefs(http, url), place.ref)
  const alone = { http, url, ref: wanted.kind === 'ref' ? wanted.name : wanted.oid }
  try {
    return await fetchAlone(alone, wanted)
  } catch (error) {
    const isRefused = error instanceof SourceError && error.code === 'bad-git'
    if (wanted.kind === 'ref' || !isRefused) throw error
    return await fetchAll({ http, url }, wanted, error)
  }
}

async function listRefs(http: HttpClient, url: string): Promise<readonly ServerRef[]> {
  const git = await import('isomorphic-git')
  const found = await git.listServerRefs({ http, url, protocolVersion: 1, symrefs: true })
  return found.map(({ ref, oid, target }) => ({ name: ref, oid, target }))
}

async function emptyRepository(url: string): Promise<GitFiles> {
  const git = await import('isomorphic-git')
  const fs = memoryFiles()
  await git.init({ fs: fs as never, gitdir, bare: true })
  await git.addRemote({ fs: fs as never, gitdir, remote: 'origin', url })
  return fs
}

async function fetchAlone(
  place: { readonly http: HttpClient; readonly url: string; readonly ref: string },
  wanted: WantedCommit,
): Promise<FetchedRepository> {
  const { http, url, ref } = place
  const git = await import('isomorphic-git')
  const fs = await emptyRepository(url)
  const only = { depth: 1, singleBranch: true, tags: false }
  await git.fetch({ fs: fs as never, http, gitdir, url, ref, remoteRef: ref, ...only })
  return { repository: { fs, gitdir }, oid: wanted.oid }
}

async function fetchAll(
  { http, url }: { readonly http: HttpClient; readonly url: string },
  { oid }: WantedCommit,
  refusal: SourceError,
): Promise<FetchedRepository> {
  const git = await import('isomorphic-git')
  const fs = await emptyRepository(url)
  await git.fetch({ fs: fs as never, http, gitdir, url, tags: true, singleBranch: false })
  try {
    await git.readCommit({ fs: fs as never, gitdir, oid })
  } catch {
    const message = `commit ${oid} is in no branch and no tag, and by itself: ${refusal.message}`
    throw new SourceError('not-found', message, { cause: refusal })
  }
  return { repository: { fs, gitdir }, oid }
}

/** Without user and password, which go another way, and ready for more of a path. */
function plainUrl(url: URL): string {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  plain.hash = ''
  plain.search = ''
  return plain.href.replace(/\/+$/, '')
}
