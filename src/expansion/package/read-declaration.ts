import { type ExpansionFile, expansionFileSchema } from '../../kinds/expansion-file.ts'
import { type Problem, readValue } from '../../kinds/schema/read-value.ts'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../objects/json.ts'
import type { PackageProblem } from '../errors.ts'
import { type PackageTree, readText } from './tree.ts'
import { unknownKeys } from './unknown-keys.ts'
import { type YamlFile, readYamlFile, splitFieldPath } from './yaml-lines.ts'

/** The content of a package as its files declare it. */
export interface Declaration {
  readonly content: ExpansionFile
  /** The file and line of a key or of an item of its list. */
  readonly placeOf: (key: string, index?: number) => DeclarationPlace
  readonly problems: readonly PackageProblem[]
}

export interface DeclarationPlace {
  readonly file: string
  readonly line: number
}

/** The file that makes a folder a package, and the one that older packages have beside it. */
export const mainFile = 'expansion.yaml'
const layoutFile = 'layout.yaml'

/** Reads what a package declares; undefined when there is no `expansion.yaml`, so that it is no package. */
export async function readDeclaration(tree: PackageTree): Promise<Declaration | undefined> {
  const main = await readText(tree, mainFile)
  if (main === undefined) return undefined
  return declarationOf(main, await readText(tree, layoutFile))
}

/** The declaration of these two texts; older packages keep their lists in the second. */
export function declarationOf(main: string, layout: string | undefined): Declaration {
  const problems: PackageProblem[] = []
  const files = [readOne(mainFile, main, problems)]
  if (layout !== undefined) files.push(readOne(layoutFile, layout, problems))
  const owners = new Map<string, DeclaredFile>()
  let merged: JsonObject = {}
  for (const one of files) {
    for (const [key, value] of Object.entries(one.value)) {
      const before = owners.get(key)
      if (before !== undefined) {
        const message = `${key} is in ${before.name} as well; keep one of them`
        problems.push({ ...one.placeOf([key]), message, level: 'error' })
        continue
      }
      owners.set(key, one)
      merged = { ...merged, [key]: value }
    }
  }
  const placeOf = (path: readonly (string | number)[]) =>
    (owners.get(String(path[0] ?? '')) ?? files[0])?.placeOf(path) ?? { file: mainFile, line: 1 }
  const found: Problem[] = []
  const content = readValue(expansionFileSchema, withPlainFiles(merged), '', found)
  for (const { path, message } of found) {
    const place = placeOf(splitFieldPath(path))
    problems.push({ ...place, message: `${path} ${message}`, level: 'error' })
  }
  return {
    content,
    problems,
    placeOf: (key, index) => placeOf(index === undefined ? [key] : [key, index]),
  }
}

interface DeclaredFile {
  readonly name: string
  readonly value: JsonObject
  readonly placeOf: (path: readonly (string | number)[]) => DeclarationPlace
}

function readOne(name: string, text: string, problems: PackageProblem[]): DeclaredFile {
  const read = readYamlFile(text)
  const file: YamlFile = read.ok ? read.file : { value: {}, lineOf: () => 1 }
  if (!read.ok)
    problems.push({ file: name, line: read.line, message: read.message, level: 'error' })
  const value = file.value ?? {}
  if (!isJsonObject(value)) {
    problems.push({ file: name, line: 1, message: 'is not a mapping of keys', level: 'error' })
  }
  const placeOf = (path: readonly (string | number)[]) => ({ file: name, line: file.lineOf(path) })
  const record = isJsonObject(value) ? value : {}
  for (const { path, message } of unknownKeys(expansionFileSchema, record)) {
    problems.push({ ...placeOf(path), message, level: 'error' })
  }
  return { name, value: record, placeOf }
}

// A path alone is a file with nothing else to say.
function withPlainFiles(value: JsonObject): JsonObject {
  const { files } = value
  if (!isJsonList(files)) return value
  return { ...value, files: files.map(plainFile) }
}

function plainFile(item: Json): Json {
  return typeof item === 'string' ? { path: item } : item
}
