import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestRepository, makeRepository, serveGit } from '../git/git-server.ts'
import type { Call } from '../scenarios/run-scenario.ts'

/** Repositories of git for stories, on this machine alone. */
export interface StoryGit {
  /** Of the server; that of a story is `URL/NAMESPACE.git`. */
  readonly url: string
  /** `commit FOLDER`: the files of a folder of the story become the next commit, and nothing else. */
  readonly committing: (name: string, folder: string) => Call
  readonly stop: () => Promise<void>
}

/** Starts a server; a repository is made with its first commit. */
export async function startStoryGit(): Promise<StoryGit> {
  const repositories = new Map<string, TestRepository>()
  const server = await serveGit((name) => repositories.get(name)?.path)
  const open = async (name: string) => {
    const repository = repositories.get(name) ?? (await makeRepository())
    repositories.set(name, repository)
    return repository
  }
  return {
    url: `http://${server.host}`,
    committing:
      (name, folder) =>
      async ([from = '']) => {
        const { path, commit } = await open(name)
        const old = (await readdir(path)).filter((one) => one !== '.git')
        for (const one of old) await rm(join(path, one), { recursive: true })
        await cp(join(folder, from), path, { recursive: true })
        await commit({})
        return { exitCode: 0, stdout: `${from} committed\n`, stderr: '' }
      },
    stop: async () => {
      await server.stop()
      for (const { stop } of repositories.values()) await stop()
    },
  }
}
