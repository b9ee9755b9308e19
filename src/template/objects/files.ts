// `.Files`: the files of a chart by path, as bytes.
import { encodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { TypedList, TypedMap, type GoMethod, type GoType, type Value } from '../../formats/value.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { FuncError } from '../func.ts'
import { withByteCapacity } from '../functions/byte-capacity.ts'
import { compileGlob } from './glob.ts'

export const filesType: GoType = 'engine.files'

/** `.Files` of a chart with these files; `onRead` learns which of them a template looks into. */
export function newFiles(
  files: Iterable<readonly [string, Uint8Array]>,
  onRead: (path: string) => void = () => {},
): TypedMap {
  return new Files(files, onRead)
}

class Files extends TypedMap {
  readonly #onRead: (path: string) => void

  constructor(files: Iterable<readonly [string, Value]>, onRead: (path: string) => void) {
    super(filesType, [])
    this.#onRead = onRead
    for (const [path, data] of files) super.set(path, data)
  }

  override get(path: string): Value {
    const data = super.get(path)
    if (data !== undefined) this.#onRead(path)
    return data instanceof Uint8Array ? asReadFile(data) : data
  }

  override *[Symbol.iterator](): MapIterator<[string, Value]> {
    for (const path of this.keys()) yield [path, this.get(path)]
  }

  /** The files whose paths match, none of them looked into. */
  matching(matches: (path: string) => boolean): Files {
    const chosen = [...this.keys()].filter(matches)
    return new Files(
      chosen.map((path) => [path, super.get(path)] as const),
      this.#onRead,
    )
  }
}

/** The least room that Go makes for a file. */
const fileCapacity = 512

/** Go reads a file of a folder into room for one byte more, to see its end. */
function asReadFile(data: Uint8Array): Uint8Array {
  return withByteCapacity(data, Math.max(fileCapacity, data.length + 1))
}

export function filesMethod(files: TypedMap, name: string): GoMethod | undefined {
  switch (name) {
    case 'Get':
      return {
        params: ['string'],
        call: ([path], spend = free) => fromBytes(paid(bytesOf(files, path as string), spend)),
      }
    case 'GetBytes':
      return { params: ['string'], call: ([path]) => bytesOf(files, path as string) }
    case 'Glob':
      return {
        params: ['string'],
        call: ([pattern], spend = free) => glob(files, pattern as string, spend),
      }
    case 'Lines':
      return {
        params: ['string'],
        call: ([path], spend = free) => lines(files, path as string, spend),
      }
    case 'AsConfig':
      return { params: [], call: (_args, spend = free) => flatten(files, fromBytes, spend) }
    case 'AsSecrets':
      return { params: [], call: (_args, spend = free) => flatten(files, encodeBase64, spend) }
    default:
      return undefined
  }
}

function bytesOf(files: TypedMap, path: string): Uint8Array {
  const found = files.get(path)
  return found instanceof Uint8Array ? found : new Uint8Array()
}

type Spend = (steps: number) => void

const free: Spend = () => {}

const bytesPerStep = 4

/** The bytes, after they were paid for. */
function paid(bytes: Uint8Array, spend: Spend): Uint8Array {
  spend(Math.ceil(bytes.length / bytesPerStep))
  return bytes
}

function glob(files: TypedMap, pattern: string, spend: Spend): TypedMap {
  spend(files.size)
  const matches = compileGlob(pattern, spend)
  if (files instanceof Files) return files.matching(matches)
  return new TypedMap(
    filesType,
    [...files].filter(([path]) => matches(path)),
  )
}

function lines(files: TypedMap, path: string, spend: Spend): Value {
  const text = fromBytes(paid(bytesOf(files, path), spend))
  if (!files.has(path)) return new TypedList('[]string', [])
  if (text === '') throw new FuncError('runtime error: index out of range [-1]', 'panic')
  return new TypedList('[]string', (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'))
}

/** YAML of the contents by file name without folders. */
function flatten(files: TypedMap, encode: (bytes: Uint8Array) => string, spend: Spend): string {
  if (files.isNil) return ''
  const byName = new TypedMap('map[string]string', [])
  for (const path of files.keys())
    byName.set(baseName(path), encode(paid(bytesOf(files, path), spend)))
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
