import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathProblem } from '../../expansion/package/package-path.ts'
import { type PackageTree, readText, walkTree } from '../../expansion/package/tree.ts'
import { unknownKeys } from '../../expansion/package/unknown-keys.ts'
import { readYamlFile, splitFieldPath } from '../../expansion/package/yaml-lines.ts'
import {
  type ProviderCondition,
  type ProviderFile,
  providerFileSchema,
  providerOperations,
} from '../../kinds/provider/provider-file.ts'
import { type Problem, readValue } from '../../kinds/schema/read-value.ts'
import { clusterHooks } from '../../kinds/vocabulary/hook-names.ts'
import { findNearest } from '../../std/find-nearest.ts'
import { SiteError } from '../errors.ts'

/** A provider: conditions as data, and the files that bring them about. */
export interface Provider {
  readonly file: ProviderFile
  /** The bytes of one of its files, or of the one that takes its place. */
  readonly read: (path: string) => Promise<Buffer>
  /** Its files that an expansion replaced or added. */
  readonly replaced: readonly string[]
}

/** The file that makes a folder a provider. */
const providerFile = 'provider.yaml'

/**
 * Reads a provider from its folder. Files of the second folder take the place of its own: an expansion has them below
 * `provider/NAME/`. All problems are in one error.
 */
export async function readProvider(
  folder: string,
  overrides: string | undefined,
  signal: AbortSignal,
): Promise<Provider> {
  const own = await walkTree(folder, signal).catch((cause: unknown) => {
    throw new SiteError('bad-provider', `cannot read the provider in ${folder}`, { cause })
  })
  const over = overrides === undefined ? undefined : await walkTree(overrides, signal)
  const text = await readText(own, providerFile)
  if (text === undefined) throw new SiteError('bad-provider', `${folder} has no ${providerFile}`)
  const { file, problems } = parseProvider(text)
  const all = [...problems, ...checkFiles(file, [own, ...(over === undefined ? [] : [over])])]
  if (over?.entries.has(providerFile) === true) {
    all.push(
      `an expansion cannot replace ${providerFile}; it has lists of conditions to skip and to delegate`,
    )
  }
  if (all.length > 0) {
    throw new SiteError('bad-provider', all.map((line) => `${file.name}: ${line}`).join('\n'))
  }
  return {
    file,
    replaced: [...(over?.entries.keys() ?? [])],
    read: async (path) => {
      const tree = over?.entries.has(path) === true ? over : own
      return await readFile(join(tree.folder, path))
    },
  }
}

interface ParsedProvider {
  readonly file: ProviderFile
  readonly problems: readonly string[]
}

/** The provider that a text declares, with every problem that its files have no part in. */
export function parseProvider(text: string): ParsedProvider {
  const read = readYamlFile(text)
  if (!read.ok) {
    throw new SiteError('bad-provider', `${providerFile}:${read.line}: ${read.message}`)
  }
  const { value, lineOf } = read.file
  const found: Problem[] = []
  const file = readValue(providerFileSchema, value ?? {}, '', found)
  return {
    file,
    problems: [
      ...unknownKeys(providerFileSchema, value).map(({ path, message }) =>
        said(lineOf(path), message),
      ),
      ...found.map(({ path, message }) => said(lineOf(splitFieldPath(path)), `${path} ${message}`)),
      ...providerOperations.flatMap((operation) =>
        checkConditions(file[operation] ?? []).map(({ index, message }) =>
          said(lineOf([operation, index]), message),
        ),
      ),
    ],
  }
}

function said(line: number, message: string): string {
  return `${providerFile}:${line}: ${message}`
}

interface ConditionProblem {
  readonly index: number
  readonly message: string
}

function checkConditions(conditions: readonly ProviderCondition[]): readonly ConditionProblem[] {
  const names = new Map<string, number>()
  return conditions.flatMap((condition, index) => {
    const messages = [...meansProblems(condition), ...hookProblems(condition)]
    for (const name of [condition.name, ...condition.formerly]) {
      const before = names.get(name)
      if (before !== undefined) messages.push(`${name} is there twice`)
      names.set(name, index)
    }
    return messages.map((message) => ({ index, message }))
  })
}

function meansProblems(condition: ProviderCondition): string[] {
  const { name, script, command, hook, copyFiles, nothing, output, scope, image } = condition
  const means = [script, command, hook, nothing, copyFiles === true ? '' : undefined]
  const count = means.filter((one) => one !== undefined).length
  const problems: string[] = []
  if (count !== 1) {
    problems.push(
      `${name} needs exactly one of script, command, hook, copyFiles and nothing; it has ${count}`,
    )
  }
  if (output !== undefined && ((script ?? command) === undefined || !isOneMachine(scope))) {
    problems.push(`${name} can keep the output of a script on one machine only`)
  }
  if (image === undefined) return problems
  if ((script ?? command) === undefined || scope !== 'cluster') {
    problems.push(`${name} has an image: a Job has a script or a command, and the scope cluster`)
  }
  if (output !== undefined) problems.push(`${name} cannot keep the output of a Job`)
  return problems
}

function isOneMachine(scope: ProviderCondition['scope']): boolean {
  return scope === 'first-control-plane' || scope === 'cluster'
}

function hookProblems({ name, hook }: ProviderCondition): string[] {
  if (hook === undefined || Object.hasOwn(clusterHooks, hook)) return []
  const nearest = findNearest(hook, Object.keys(clusterHooks))
  const hint =
    nearest === undefined
      ? `there are ${Object.keys(clusterHooks).join(', ')}`
      : `did you mean ${nearest}?`
  return [`${name}: ${hook} is not a hook of a cluster; ${hint}`]
}

function checkFiles(file: ProviderFile, trees: readonly PackageTree[]): readonly string[] {
  const scripts = providerOperations.flatMap((operation) =>
    file[operation].flatMap(({ script }) => (script === undefined ? [] : [script])),
  )
  const named = [
    ...scripts,
    ...file.files.map(({ src }) => src),
    ...(file.prelude === undefined ? [] : [file.prelude]),
  ]
  const links = trees.flatMap(({ entries }) =>
    [...entries.values()].filter(({ kind }) => kind !== 'file'),
  )
  return [
    ...[...new Set(named)].flatMap((path) => {
      const problem = pathProblem(path)
      if (problem !== undefined) return [`${path} ${problem}`]
      const isThere = trees.some(({ entries }) => entries.has(path))
      return isThere ? [] : [`${path} is named and not there`]
    }),
    ...links.map(({ path }) => `${path} is not a plain file`),
  ]
}
