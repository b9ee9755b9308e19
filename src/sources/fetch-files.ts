// Files that are no chart: a whole commit of a repository, or one file of a web server. Both under the
// same policy as charts.

import { readBounded } from '../oci/bytes.ts'
import { printableUrl } from '../oci/client/redact.ts'
import type { FetchOptions } from './chart-request.ts'
import { SourceError } from './errors.ts'
import { classifyAddress } from './fetch/classify-address.ts'
import { fetchGitFiles } from './fetch/from-git.ts'
import { openFetcher } from './fetch/from-http.ts'
import type { CommitFiles } from './git/read-commit.ts'
import type { Trust } from './policy/judge.ts'

/** All files of one commit. The address is as git takes it; the ref a branch, tag or commit. */
export async function fetchCommit(
  { url, ref, trust }: { readonly url: string; readonly ref: string; readonly trust: Trust },
  options: FetchOptions,
  signal: AbortSignal,
): Promise<CommitFiles> {
  const address = /^(?:https?|ssh|file):\/\//i.test(url) ? `git+${url}` : url
  const classified = classifyAddress(address)
  if (classified.kind !== 'git')
    throw new SourceError('not-found', `${url} is not the address of a git repository`)
  const request = { address, trust, ...(ref === '' ? {} : { ref }) }
  return await fetchGitFiles(classified.remote, request, options, signal)
}

/** One file of a web server, of at most so many bytes. */
export async function fetchWebFile(
  { url, trust, maxBytes }: { readonly url: URL; readonly trust: Trust; readonly maxBytes: number },
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const fetcher = openFetcher(url, { address: url.href, trust }, options)
  try {
    const answer = await fetcher.get({ url, maxBytes }, signal)
    if (answer.kind === 'unchanged')
      throw new SourceError('bad-answer', `${printableUrl(url)} is unchanged from nothing`)
    return await readBounded(answer.body, maxBytes, printableUrl(url))
  } finally {
    await fetcher.close()
  }
}
