import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExpansionValues, expansionValuesSchema } from '../../kinds/expansion-file.ts'
import { readValue } from '../../kinds/schema/read-value.ts'
import { ExpansionError, type PackageProblem } from '../errors.ts'
import {
  type PackageDelta,
  type PackageLock,
  deltaFile,
  lockFile,
  readDelta,
  readLock,
} from './lock.ts'
import { type Declaration, readDeclaration } from './read-declaration.ts'
import { type PackageTree, readText, walkTree } from './tree.ts'
import { unknownKeys } from './unknown-keys.ts'
import { unpackArchive } from './unpack-archive.ts'
import { verifyLock } from './verify-lock.ts'
import { type YamlFile, readYamlFile, splitFieldPath } from './yaml-lines.ts'

/** An expansion that can be read. */
export interface Package {
  readonly tree: PackageTree
  readonly declaration: Declaration
  readonly values: ExpansionValues
  /** Problems of `values.yaml`. */
  readonly problems: readonly PackageProblem[]
  /** The line of a field of `values.yaml`. */
  readonly lineOfValue: YamlFile['lineOf']
  /** Absent in a package that was not built by us. */
  readonly lock: PackageLock | undefined
  readonly delta: PackageDelta | undefined
}

const valuesFile = 'values.yaml'

/**
 * Opens a package: a folder, or an archive that is unpacked into the workspace first. Undefined when the folder has no
 * `expansion.yaml` or is not there: then everything is as without an expansion. A package that was built is compared with
 * its lock, byte for byte, before anything else is done with it.
 */
export async function openPackage(
  path: string,
  workspace: string,
  signal: AbortSignal,
): Promise<Package | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  if (found.isDirectory()) return await openFolder(path, 'a folder', signal)
  const folder = join(workspace, 'package')
  const { isSealed } = await unpackArchive(path, folder, signal)
  const opened = await openFolder(folder, isSealed ? 'sealed' : 'unsealed', signal)
  if (opened !== undefined) return opened
  throw new ExpansionError('bad-package', `${path} has no expansion.yaml`)
}

async function openFolder(
  folder: string,
  from: 'a folder' | 'sealed' | 'unsealed',
  signal: AbortSignal,
): Promise<Package | undefined> {
  const tree = await walkTree(folder, signal)
  const { lock, delta } = await readLocks(tree)
  if (lock !== undefined) {
    if (from === 'unsealed') {
      const message = 'the archive was built and its seal is gone: bytes of it were cut or changed'
      throw new ExpansionError('damaged', message)
    }
    await verifyLock(tree, lock, delta, signal)
  } else if (from === 'sealed') {
    throw new ExpansionError('damaged', `the archive is sealed and has no ${lockFile}`)
  }
  const declaration = await readDeclaration(tree)
  if (declaration === undefined) return undefined
  const values = await readValuesFile(tree)
  return { tree, declaration, ...values, lock, delta }
}

async function readLocks(tree: PackageTree) {
  const lock = await readText(tree, lockFile)
  const delta = await readText(tree, deltaFile)
  return {
    lock: lock === undefined ? undefined : readLock(lock),
    delta: delta === undefined ? undefined : readDelta(delta),
  }
}

type ValuesFile = Pick<Package, 'values' | 'problems' | 'lineOfValue'>

async function readValuesFile(tree: PackageTree): Promise<ValuesFile> {
  const empty = { global: {}, charts: {} }
  const text = await readText(tree, valuesFile)
  if (text === undefined) return { values: empty, problems: [], lineOfValue: () => 1 }
  const read = readYamlFile(text)
  if (!read.ok) {
    const { line, message } = read
    const problems = [{ file: valuesFile, line, message, level: 'error' as const }]
    return { values: empty, problems, lineOfValue: () => 1 }
  }
  const { value, lineOf } = read.file
  const found: { path: string; message: string }[] = []
  const values = readValue(expansionValuesSchema, value ?? {}, '', found)
  const unknown = unknownKeys(expansionValuesSchema, value)
  const problems = [
    ...found.map(({ path, message }) => ({
      file: valuesFile,
      line: lineOf(splitFieldPath(path)),
      message: `${path} ${message}`,
      level: 'error' as const,
    })),
    ...unknown.map(({ path, message }) => ({
      file: valuesFile,
      line: lineOf(path),
      message,
      level: 'error' as const,
    })),
  ]
  return { values: found.length > 0 ? empty : values, problems, lineOfValue: lineOf }
}
