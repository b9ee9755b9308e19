import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Chart } from '../../../chart/chart.ts'
import { ChartError } from '../../../chart/errors.ts'
import { loadChart } from '../../../chart/node/load-chart.ts'
import { readTar } from '../../../formats/tar.ts'
import { SourceError } from '../../../sources/errors.ts'
import { type GitEnvironment, askLocalGit } from '../../../sources/git/run-git.ts'
import { PlainError } from '../../errors.ts'

/** The repository that charts are in, and the commit that they are compared with. */
export interface ComparedRepository {
  readonly root: string
  /** The merge base. */
  readonly base: string
  /** Paths of files that differ from the base, also uncommitted and new ones. */
  readonly changed: readonly string[]
  readonly ask: (words: readonly string[]) => Promise<Buffer>
}

/** The branches that are tried as base when none is named. */
const usualBases = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']
const maxCommits = 50

/** Finds the files that differ from where this branch left another one. */
export async function compareWithBase(
  { folder, base }: { readonly folder: string; readonly base: string | undefined },
  environment: GitEnvironment,
  signal: AbortSignal,
): Promise<ComparedRepository> {
  const askIn = (where: string) => (words: readonly string[]) =>
    askLocalGit(words, { folder: where, environment }, signal)
  const root = resolve(textOf(await askIn(folder)(['rev-parse', '--show-toplevel'])))
  const ask = askIn(root)
  const commit = await findMergeBase(ask, base)
  const plain = ['--no-ext-diff', '--no-textconv', '--no-renames', '--name-only', '-z']
  const differing = await ask(['diff', ...plain, commit, '--'])
  const untracked = await ask(['ls-files', '--others', '--exclude-standard', '-z'])
  const names = [differing, untracked].flatMap((list) => list.toString().split('\0'))
  const changed = [...new Set(names.filter((name) => name !== ''))]
  return { root, base: commit, ask, changed: changed.map((name) => join(root, name)) }
}

/** The chart as it was at the base commit, unpacked into an empty folder; undefined when it was not there or was no chart. */
export async function chartAtBase(
  { root, base, ask }: ComparedRepository,
  folder: string,
  workspace: string,
): Promise<Chart | undefined> {
  const path = pathIn(root, folder)
  const listed = await ask(['ls-tree', base, '--', path === '' ? 'Chart.yaml' : path])
  if (listed.length === 0) return undefined
  const tar = await ask(['archive', '--format=tar', `${base}:${path}`])
  for (const { name, kind, data } of readTar(tar)) {
    if (kind !== 'file') continue
    const file = join(workspace, name)
    if (!file.startsWith(`${workspace}${sep}`)) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, data)
  }
  try {
    return loadChart(workspace)
  } catch (error) {
    // A chart that could not be loaded before is new now.
    if (error instanceof ChartError) return undefined
    throw error
  }
}

/** Subjects of the commits since the base that touched a folder, newest first. */
export async function commitsSince(
  { root, base, ask }: ComparedRepository,
  folder: string,
): Promise<readonly string[]> {
  const range = [`${base}..HEAD`, '--', pathIn(root, folder) || '.']
  const log = await ask([
    'log',
    `--max-count=${maxCommits}`,
    '--no-merges',
    '--format=%s',
    ...range,
  ])
  return textOf(log)
    .split('\n')
    .filter((line) => line !== '')
}

async function findMergeBase(
  ask: ComparedRepository['ask'],
  wanted: string | undefined,
): Promise<string> {
  for (const name of wanted === undefined ? usualBases : [wanted]) {
    const commit = await resolveCommit(ask, name)
    if (commit === undefined) continue
    try {
      return textOf(await ask(['merge-base', commit, 'HEAD']))
    } catch (cause) {
      const message = `${name} and HEAD have no common commit`
      throw new PlainError(`${message}: fetch the whole history (fetch-depth: 0)`, { cause })
    }
  }
  const named = wanted === undefined ? 'no main branch' : `no commit ${wanted}`
  throw new PlainError(
    `found ${named} to compare charts with: give --base REF (fetch it first), or --all for every chart`,
  )
}

async function resolveCommit(
  ask: ComparedRepository['ask'],
  name: string,
): Promise<string | undefined> {
  try {
    const commit = `${name}^{commit}`
    return textOf(await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', commit]))
  } catch (error) {
    if (error instanceof SourceError && error.code === 'bad-git') return undefined
    throw error
  }
}

function pathIn(root: string, folder: string): string {
  return relative(root, folder).split(sep).join('/')
}

function textOf(output: Buffer): string {
  return output.toString().trimEnd()
}
