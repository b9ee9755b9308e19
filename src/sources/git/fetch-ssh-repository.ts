import * as nodeFiles from 'node:fs'
import { SourceError } from '../errors.ts'
import type { FetchedRepository } from './fetch-http-repository.ts'
import { type WantedCommit, resolveRef } from './resolve-ref.ts'
import { type GitEnvironment, runGit } from './run-git.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'

/**
 * Fetches one commit by the git program into a folder that goes away after `use`. Only for whom we
 * trust: where ssh goes is beyond our policy.
 */
export async function withSshRepository<T>(
  place: { readonly url: string; readonly ref: string | undefined },
  environment: GitEnvironment,
  use: (fetched: FetchedRepository) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  // An address that reads as an option would be taken for an option.
  if (place.url.startsWith('-')) {
    throw new SourceError('bad-address', `${JSON.stringify(place.url)} is no address of git`)
  }
  const { path: folder, remove } = await openTemporaryFolder('git')
  const git = (...words: readonly string[]) => runGit(words, { folder, environment }, signal)
  try {
    await git('init', '--quiet', '--bare', '.')
    const wanted = resolveRef(
      readRefs(await git('ls-remote', '--symref', '--', place.url)),
      place.ref,
    )
    await fetchCommit(git, place.url, wanted)
    const repository = { fs: { promises: nodeFiles.promises }, gitdir: folder }
    return await use({ repository, oid: wanted.oid })
  } finally {
    await remove()
  }
}

type RunGit = (...words: readonly string[]) => Promise<string>

async function fetchCommit(git: RunGit, url: string, wanted: WantedCommit): Promise<void> {
  const quiet = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
  ]
  const what = wanted.kind === 'ref' ? wanted.name : wanted.oid
  try {
    await git(...quiet, '--depth=1', '--', url, `+${what}:refs/outrigger/wanted`)
  } catch (error) {
    if (wanted.kind === 'ref' || !(error instanceof SourceError)) throw error
    // The server gives out only what it advertises.
    const everything = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
    await git(...quiet, '--', url, ...everything)
    await git('cat-file', '-e', `${wanted.oid}^{commit}`).catch((cause: unknown) => {
      const message = `commit ${wanted.oid} is in no branch and no tag`
      throw new SourceError('not-found', message, { cause })
    })
  }
}

/** The lines of `git ls-remote`: a hash, a tab, a name; what a tag stands for is told by `^{}`. */
function readRefs(output: string): { readonly name: string; readonly oid: string }[] {
  return output.split('\n').flatMap((line) => {
    const [, oid, name] = /^([0-9a-f]{40})\t(\S+)$/.exec(line) ?? []
    return oid === undefined || name === undefined || name.endsWith('^{}') ? [] : [{ name, oid }]
  })
}
