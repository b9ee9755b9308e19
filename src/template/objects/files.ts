// `.Files`: the files of a chart by path, as bytes.
import { encodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { TypedList, TypedMap, type GoMethod, type GoType, type Value } from '../../formats/value.ts'
import { writeYaml } from '../../formats/yaml/write.ts'
import { FuncError } from '../func.ts'
import { compileGlob } from './glob.ts'

export const filesType: GoType = 'engine.files'

/** `.Files` of a chart with these files. */
export function newFiles(files: Iterable<readonly [string, Uint8Array]>): TypedMap {
  return new TypedMap(filesType, files)
}

export function filesMethod(files: TypedMap, name: string): GoMethod | undefined {
  switch (name) {
    case 'Get':
      return { params: ['string'], call: ([path]) => fromBytes(bytesOf(files, path as string)) }
    case 'GetBytes':
      return { params: ['string'], call: ([path]) => bytesOf(files, path as string) }
    case 'Glob':
      return { params: ['string'], call: ([pattern]) => glob(files, pattern as string) }
    case 'Lines':
      return { params: ['string'], call: ([path]) => lines(files, path as string) }
    case 'AsConfig':
      return { params: [], call: () => flatten(files, fromBytes) }
    case 'AsSecrets':
      return { params: [], call: () => flatten(files, encodeBase64) }
    default:
      return undefined
  }
}

function bytesOf(files: TypedMap, path: string): Uint8Array {
  const found = files.get(path)
  return found instanceof Uint8Array ? found : new Uint8Array()
}

function glob(files: TypedMap, pattern: string): TypedMap {
  const matches = compileGlob(pattern)
  return new TypedMap(
    filesType,
    [...files].filter(([path]) => matches(path)),
  )
}

function lines(files: TypedMap, path: string): Value {
  const text = fromBytes(bytesOf(files, path))
  if (!files.has(path)) return new TypedList('[]string', [])
  if (text === '') throw new FuncError('runtime error: index out of range [-1]', 'panic')
  return new TypedList('[]string', (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'))
}

/** YAML of the contents by file name without folders. */
function flatten(files: TypedMap, encode: (bytes: Uint8Array) => string): string {
  if (files.isNil) return ''
  const byName = new TypedMap('map[string]string', [])
  for (const path of files.keys()) byName.set(baseName(path), encode(bytesOf(files, path)))
  try {
    return writeYaml(byName)
  } catch {
    // Helm's toYaml gives nothing for what it cannot write.
    return ''
  }
}

function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  if (trimmed === '') return path === '' ? '.' : '/'
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}
