import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRepositoriesFile } from '../../sources/repository/repositories-file.ts'
import { helmLocations } from '../options/helm-locations.ts'
import type { Candidate, Ports } from '../verb.ts'

/** The names of repositories that were added. */
export async function completeRepository(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  const { repositoryConfig } = helmLocations({}, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, anyTime())
  return repositories
    .filter(({ name }) => !before.includes(name))
    .map(({ name, url }) => ({ word: name, summary: url }))
}

/** The charts of repositories that were added, from Helm's lists of names, which are quick to read. */
export async function completeChart(
  before: readonly string[],
  ports: Ports,
): Promise<readonly Candidate[]> {
  const { repositoryConfig, repositoryCache } = helmLocations({}, ports)
  const { repositories } = await readRepositoriesFile(repositoryConfig, anyTime())
  const charts = await Promise.all(
    repositories.map(async ({ name }) => {
      const lines = await readNames(join(repositoryCache, `${name}-charts.txt`))
      return lines.map((chart) => ({ word: `${name}/${chart}`, summary: '' }))
    }),
  )
  return charts.flat().filter(({ word }) => !before.includes(word))
}

async function readNames(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  } catch {
    // This repository was never updated: there is nothing to offer.
    return []
  }
}

// A shell ends a completion that takes too long by itself.
function anyTime(): AbortSignal {
  return new AbortController().signal
}
