import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decodeJson } from '../../formats/json/decode.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { type Json, type JsonObject, equalJson, isJsonObject } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import { digestOfStream } from '../../oci/digest.ts'
import type { Descriptor } from '../../oci/manifest.ts'
import { ociIndexType } from '../../oci/media-types.ts'
import { refNameAnnotation } from '../../oci/media/content-source.ts'
import { readLayoutIndex } from '../../oci/media/layout.ts'
import { checkPackage, refuseProblems } from '../check/check-package.ts'
import { ExpansionError, type PackageProblem } from '../errors.ts'
import { imagesPlace } from '../images/open-images.ts'
import { deltaFile, lockFile } from '../package/lock.ts'
import type { Package } from '../package/open-package.ts'

export interface MergeOptions {
  readonly name: string
  readonly version: string
  /** The folder that is written; it must be empty or not there. */
  readonly folder: string
  readonly workspace: string
}

// The declaration, the values and the index of images are merged by their content.
const merged = new Set([
  'expansion.yaml',
  'layout.yaml',
  'values.yaml',
  'images/index.json',
  lockFile,
  deltaFile,
])

/** Merges two packages into a folder, from which one can be built; conflicts are named, all at once, before anything is written. */
export async function mergePackages(
  one: Package,
  other: Package,
  options: MergeOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const opened of [one, other]) {
    refuseProblems((await checkPackage(opened, options.workspace, signal)).problems)
    const place = imagesPlace(opened.tree)
    if (place !== undefined && place !== 'images') {
      const message = `${place} of ${opened.tree.folder}: build the package first, which makes it a layout`
      throw new ExpansionError('bad-package', message)
    }
  }
  const conflicts: PackageProblem[] = []
  const declaration = mergeDeclarations(one, other, options, conflicts)
  const values = mergeJson({ ...one.values }, { ...other.values }, 'values.yaml', conflicts)
  await compareFiles(one, other, conflicts, signal)
  const images = await mergeIndexes(one, other, conflicts, signal)
  refuseProblems(conflicts)
  await mkdir(options.folder, { recursive: true })
  for (const opened of [one, other]) await copyFiles(opened, options.folder, signal)
  const write = (path: string, text: string) => writeFile(join(options.folder, path), text)
  await write('expansion.yaml', yamlText(declaration))
  await write('values.yaml', yamlText(values))
  if (images.length > 0) {
    const index = { schemaVersion: 2, mediaType: ociIndexType, manifests: images }
    await write('images/index.json', JSON.stringify(index))
  }
}

function yamlText(value: JsonObject): string {
  return `${writeYaml(decodeJson(printJson(value), 'map'))}\n`
}

function mergeDeclarations(
  one: Package,
  other: Package,
  { name, version }: MergeOptions,
  conflicts: PackageProblem[],
): JsonObject {
  const [a, b] = [one, other].map(({ declaration }) => declaration.content as JsonObject)
  const keys = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])]
  const entries = keys.flatMap((key): readonly (readonly [string, Json])[] => {
    if (key === 'expansion_name' || key === 'expansion_version') return []
    const [left, right] = [a?.[key], b?.[key]]
    const value = mergeKey(key, left, right, conflicts)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[key, value]]
  })
  return { expansion_name: name, expansion_version: version, ...Object.fromEntries(entries) }
}

function mergeKey(
  key: string,
  left: Json | undefined,
  right: Json | undefined,
  conflicts: PackageProblem[],
): Json | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (Array.isArray(left) && Array.isArray(right)) return unionOf(key, left, right, conflicts)
  if (isJsonObject(left) && isJsonObject(right)) {
    return mergeJson(left, right, key, conflicts)
  }
  // A package that passes itself through to no cluster must not do so as part of another.
  if (typeof left === 'boolean' && typeof right === 'boolean') return left || right
  if (equalJson(left, right)) return left
  conflict(conflicts, key, left, right)
  return left
}

function unionOf(
  key: string,
  left: readonly Json[],
  right: readonly Json[],
  conflicts: PackageProblem[],
): readonly Json[] {
  const all = [...left]
  for (const item of right) {
    const path = isJsonObject(item) ? item['path'] : item
    const same = all.find((known) => equalJson(isJsonObject(known) ? known['path'] : known, path))
    if (same === undefined) all.push(item)
    else if (!equalJson(same, item)) conflict(conflicts, key, same, item)
  }
  return all
}

function mergeJson(
  left: JsonObject,
  right: JsonObject,
  path: string,
  conflicts: PackageProblem[],
): JsonObject {
  const entries = new Map(Object.entries(left))
  for (const [key, value] of Object.entries(right)) {
    const known = entries.get(key)
    if (known === undefined) entries.set(key, value)
    else if (isJsonObject(known) && isJsonObject(value)) {
      entries.set(key, mergeJson(known, value, `${path}.${key}`, conflicts))
    } else if (!equalJson(known, value)) conflict(conflicts, `${path}.${key}`, known, value)
  }
  return Object.fromEntries(entries)
}

function conflict(conflicts: PackageProblem[], path: string, left: Json, right: Json): void {
  const message = `${path}: one has ${shown(left)}, the other ${shown(right)}`
  conflicts.push({ file: 'expansion.yaml', message, level: 'error' })
}

function shown(value: Json): string {
  const text = printJson(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

async function compareFiles(
  one: Package,
  other: Package,
  conflicts: PackageProblem[],
  signal: AbortSignal,
): Promise<void> {
  for (const path of other.tree.entries.keys()) {
    if (merged.has(path) || !one.tree.entries.has(path)) continue
    const [a, b] = await Promise.all(
      [one, other].map(({ tree }) =>
        digestOfStream(createReadStream(join(tree.folder, path), { signal }), 'sha256'),
      ),
    )
    if (a === b) continue
    conflicts.push({ file: path, message: 'the packages have it with other bytes', level: 'error' })
  }
}

async function mergeIndexes(
  one: Package,
  other: Package,
  conflicts: PackageProblem[],
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const entries = new Map<string, Descriptor>()
  for (const { tree } of [one, other]) {
    if (imagesPlace(tree) === undefined) continue
    for (const entry of await readLayoutIndex(join(tree.folder, 'images'), signal)) {
      const name = entry.annotations?.[refNameAnnotation] ?? entry.digest
      const known = entries.get(name)
      if (known !== undefined && known.digest !== entry.digest) {
        const message = `${name}: one has ${known.digest}, the other ${entry.digest}`
        conflicts.push({ file: 'images', message, level: 'error' })
      }
      entries.set(name, entry)
    }
  }
  return [...entries.values()]
}

async function copyFiles({ tree }: Package, folder: string, signal: AbortSignal): Promise<void> {
  for (const { path, mode } of tree.entries.values()) {
    signal.throwIfAborted()
    if (merged.has(path)) continue
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(tree.folder, path), target)
    await chmod(target, mode)
  }
}
