import { folderFiles } from '../../chart/load/folder-files.ts'
import { limits } from '../../chart/limits.ts'
import { printableUrl } from '../../oci/client/redact.ts'
import type { ChartRequest, FetchOptions, Found } from '../chart-request.ts'
import { type Content, digestOfContent } from '../content.ts'
import { SourceError } from '../errors.ts'
import { type FetchedRepository, fetchHttpRepository } from '../git/fetch-http-repository.ts'
import { withSshRepository } from '../git/fetch-ssh-repository.ts'
import { defaultGitLimits } from '../git/limits.ts'
import { type CommitFiles, readCommitFiles } from '../git/read-commit.ts'
import type { GitRemote } from './classify-address.ts'
import { openFetcher } from './from-http.ts'

/** A chart of a git repository: the files below a path of one commit. */
export async function fetchFromGit(
  remote: GitRemote,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Found> {
  const path = pathIn(remote, request)
  const { files, ...commit } = await fetchGitFiles(remote, request, options, signal)
  const { holds = 'chart' } = request
  const kept = holds === 'tree' ? files : folderFiles(files)
  return describe({ ...commit, files: kept }, remote, { path, holds })
}

/** The files below a path of one commit, whatever they are. */
export async function fetchGitFiles(
  remote: GitRemote,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<CommitFiles> {
  const gitLimits = { ...defaultGitLimits, ...options.gitLimits }
  const deadline = AbortSignal.timeout(gitLimits.time)
  const both = AbortSignal.any([signal, deadline])
  const ref = request.ref ?? remote.ref ?? request.version
  const path = pathIn(remote, request)
  const read = ({ repository, oid }: FetchedRepository) =>
    readCommitFiles(repository, oid, path, both)
  try {
    return remote.protocol === 'http'
      ? await readOverHttp({ url: remote.url, ref }, { request, options, read }, both)
      : await readOverSsh({ url: remote.url, ref }, { request, options, read }, both)
  } catch (error) {
    if (!deadline.aborted || signal.aborted) throw error
    const seconds = gitLimits.time / 1000
    const message = `${shownUrl(remote)} did not give the commit within ${seconds} seconds`
    throw new SourceError('timed-out', message, { cause: error })
  }
}

interface Reading {
  readonly request: ChartRequest
  readonly options: FetchOptions
  readonly read: (fetched: FetchedRepository) => Promise<CommitFiles>
}

async function readOverHttp(
  place: { readonly url: URL; readonly ref: string | undefined },
  { request, options, read }: Reading,
  signal: AbortSignal,
): Promise<CommitFiles> {
  const fetcher = openFetcher(place.url, request, options)
  const gitLimits = { ...defaultGitLimits, ...options.gitLimits }
  try {
    return await read(await fetchHttpRepository(place, fetcher.send, gitLimits, signal))
  } finally {
    await fetcher.close()
  }
}

async function readOverSsh(
  place: { readonly url: string; readonly ref: string | undefined },
  { request, options, read }: Reading,
  signal: AbortSignal,
): Promise<CommitFiles> {
  if (request.trust === 'untrusted') {
    const message = `git over ssh (${place.url}) is only for addresses that are trusted`
    throw new SourceError('not-trusted', `${message}; use git+https://`)
  }
  return await withSshRepository(place, options.gitEnvironment ?? {}, read, signal)
}

function describe(
  { commit, files, submodules }: CommitFiles,
  remote: GitRemote,
  { path, holds }: Required<Pick<ChartRequest, 'path' | 'holds'>>,
): Found {
  const content: Content = { kind: 'files', files }
  const where = `${path === '' ? 'the top' : path} of commit ${commit}`
  if (holds === 'chart' && !content.files.some(({ name }) => name === 'Chart.yaml')) {
    throw new SourceError('not-found', `there is no Chart.yaml at ${where}`)
  }
  const large = content.files.find(({ data }) => data.length > limits.fileBytes)
  if (large !== undefined) {
    const most = `is larger than ${limits.fileBytes} bytes`
    throw new SourceError('too-large', `file ${large.name} at ${where} ${most}`)
  }
  const query = new URLSearchParams({ ref: commit, ...(path === '' ? {} : { path }) })
  return {
    resolved: `${shownUrl(remote)}?${query.toString()}`,
    version: undefined,
    content,
    digest: digestOfContent(content),
    fileName: undefined,
    provenance: undefined,
    bundle: undefined,
    notes: submodules.map((name) => `submodule ${name} is left out: name what is in it by itself`),
  }
}

function shownUrl(remote: GitRemote): string {
  if (remote.protocol === 'http') return `git+${printableUrl(remote.url)}`
  // git@host:path is ssh://git@host/path, which takes a query.
  const scp = /^([^/]+@[^/:]+):(.+)$/.exec(remote.url)
  if (scp !== null) return `git+ssh://${scp[1]}/${scp[2]}`
  return `git+${remote.url}`
}

// Of a tree the path names a folder, and all of it is read.
function pathIn(remote: GitRemote, { path, holds }: ChartRequest): string {
  return cleanPath(holds === 'tree' ? remote.path : (path ?? remote.path))
}

function cleanPath(path: string | undefined): string {
  const parts = (path ?? '').split('/').filter((part) => part !== '' && part !== '.')
  if (!parts.includes('..')) return parts.join('/')
  throw new SourceError('unsafe-path', `path ${JSON.stringify(path)} leads out of the repository`)
}
