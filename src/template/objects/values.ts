// `.Values`, `.` and `.Template`: a map with methods, which hide keys of the same name.
import { quote } from '../../formats/quote.ts'
import {
  TypedMap,
  interfaceType,
  typeOf,
  mapType,
  type GoMethod,
  type GoType,
  type Value,
} from '../../formats/value.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { FuncError } from '../func.ts'
import { countParts } from '../functions/cost.ts'
import { asPlainMap } from '../run/plain-map.ts'

export const valuesType: GoType = 'common.Values'

/** A map of Helm's own type for values. */
export function newValues(entries: Iterable<readonly [string, Value]>): TypedMap {
  return new TypedMap(valuesType, entries)
}

export function valuesMethod(values: TypedMap, name: string): GoMethod | undefined {
  switch (name) {
    case 'YAML':
      return { params: [], call: (_args, spend = () => {}) => yamlOf(values, spend) }
    case 'Table':
      return { params: ['string'], call: ([path]) => table(values, (path as string).split('.')) }
    case 'PathValue':
      return { params: ['string'], call: ([path]) => pathValue(values, path as string) }
    case 'AsMap':
      // The same map as Go's, so that changes of it show in .Values.
      return { params: [], call: () => (values.size === 0 ? new Map() : asPlainMap(values)) }
    case 'Encode':
      return {
        params: ['io.Writer'],
        call: () => {
          throw new FuncError(
            'runtime error: invalid memory address or nil pointer dereference',
            'panic',
          )
        },
      }
    default:
      return undefined
  }
}

function yamlOf(values: TypedMap, spend: (steps: number) => void): string {
  spend(countParts(values))
  try {
    return `${writeYaml(values)}\n`
  } catch (error) {
    throw new FuncError(error instanceof Error ? error.message : String(error))
  }
}

/** The map below a path of keys. */
function table(values: TypedMap, path: readonly string[]): TypedMap {
  let found = values
  for (const key of path) {
    const next = found.get(key)
    if (!isTable(next)) throw new FuncError(`${quote(key)} is not a table`)
    found = next instanceof TypedMap ? next : newValues(next)
  }
  return found
}

function pathValue(values: TypedMap, path: string): Value {
  if (path === '') throw new FuncError('YAML path cannot be empty')
  const keys = path.split('.')
  const key = keys.pop() ?? ''
  const found = keys.length === 0 ? values.get(key) : tableOrNone(values, keys)?.get(key)
  if (found === undefined || typeOf(found) === mapType) {
    throw new FuncError(`${quote(key)} is not a value`)
  }
  return found
}

function tableOrNone(values: TypedMap, path: readonly string[]): TypedMap | undefined {
  try {
    return table(values, path)
  } catch (error) {
    if (error instanceof FuncError) return undefined
    throw error
  }
}

function isTable(value: Value): value is ReadonlyMap<string, Value> {
  const type = value === null ? interfaceType : typeOf(value)
  return type === mapType || type === valuesType
}
