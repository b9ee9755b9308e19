// The sources of a value: the defaults of a chart, a file of the user, or a flag.
import { fromBytes } from '../../formats/go-string.ts'
import type { Value } from '../../formats/value.ts'
import { pathText } from '../../template/trace/values-path.ts'
import type { Chart, Table } from '../chart.ts'
import { readValues } from '../values/read-values.ts'
import { mergeUserValues, type ReadFile, type UserValues } from '../values/user-values.ts'
import { isTable } from '../values/table.ts'
import { ValueLines } from './value-lines.ts'

export type Keys = readonly (string | number)[]

/** Where a value was set. */
export interface ValueSource {
  readonly layer: 'default' | 'file' | 'flag'
  /** `chart/values.yaml`, the file as the user named it, or the flag with the path. */
  readonly name: string
  readonly line?: number
}

/** Everything that can set values, the last word first. */
export class ValueLayers {
  private readonly chart: Chart
  private readonly user: readonly UserLayer[]
  private readonly defaults = new Map<Chart, Defaults>()

  /** `chart` is the resolved one, with the names that its subcharts have in the values. */
  constructor(chart: Chart, given: UserValues, readFile: ReadFile) {
    this.chart = chart
    this.user = userLayers(given, readFile).toReversed()
  }

  /** The source that set the value at a path; undefined when none did. */
  find(keys: Keys): ValueSource | undefined {
    for (const { table, source } of this.user) {
      if (isSetIn(table, keys)) return source(keys)
    }
    return this.findDefaultOf(keys)
  }

  /** Which chart has a default at a path; undefined when none does. */
  findDefaultOf(keys: Keys): ValueSource | undefined {
    return this.findDefault(this.chart, this.chart.metadata.name, keys)
  }

  /** The tables that the user gave, each with who gave it. */
  userTables(): readonly UserLayer[] {
    return this.user
  }

  private findDefault(chart: Chart, path: string, keys: Keys): ValueSource | undefined {
    const { table, lines } = this.defaultsOf(chart)
    if (valueAt(table, keys) !== undefined) {
      return { layer: 'default', name: `${path}/values.yaml`, ...lineAt(lines, keys) }
    }
    const sub = chart.dependencies.find((one) => one.metadata.name === keys[0])
    const below = sub && this.findDefault(sub, `${path}/charts/${sub.metadata.name}`, keys.slice(1))
    return below ?? this.findImported(chart, path, keys)
  }

  /** Values that a chart takes over from the defaults of its subcharts. */
  private findImported(chart: Chart, path: string, keys: Keys): ValueSource | undefined {
    for (const { name, importValues } of chart.metadata.dependencies ?? []) {
      const sub = chart.dependencies.find((one) => one.metadata.name === name)
      if (sub === undefined) continue
      for (const one of importValues) {
        const inside = importedKeys(one, keys)
        const found = inside && this.findDefault(sub, `${path}/charts/${name}`, inside)
        if (found) return found
      }
    }
    return undefined
  }

  private defaultsOf(chart: Chart): Defaults {
    let found = this.defaults.get(chart)
    if (found === undefined) this.defaults.set(chart, (found = readDefaults(chart)))
    return found
  }
}

/** Whether a layer sets a path. A flag for one element of a list has nulls before it, which set nothing. */
function isSetIn(table: Table, keys: Keys): boolean {
  const value = valueAt(table, keys)
  return value !== undefined && (value !== null || typeof keys.at(-1) !== 'number')
}

interface UserLayer {
  readonly table: Table
  readonly source: (keys: Keys) => ValueSource
}

interface Defaults {
  readonly table: Table
  readonly lines: ValueLines | undefined
}

/** values.yaml as it stands in the chart: the chart's own table may hold imported values too. */
function readDefaults(chart: Chart): Defaults {
  const file = chart.raw.find(({ name }) => name === 'values.yaml')
  if (file === undefined) return { table: chart.values, lines: undefined }
  return { table: readValues(file.data), lines: new ValueLines(fromBytes(file.data)) }
}

function lineAt(lines: ValueLines | undefined, keys: Keys): { readonly line?: number } {
  const line = lines?.find(keys)
  return line === undefined ? {} : { line }
}

const none: UserValues = {
  files: [],
  setJson: [],
  set: [],
  setString: [],
  setFile: [],
  setLiteral: [],
}

const flags = [
  ['setJson', '--set-json'],
  ['set', '--set'],
  ['setString', '--set-string'],
  ['setFile', '--set-file'],
  ['setLiteral', '--set-literal'],
] as const

/** Each file and flag by itself, in Helm's order. */
function userLayers(given: UserValues, readFile: ReadFile): UserLayer[] {
  const files = given.files.map((file): UserLayer => {
    const data = readFile(file)
    const lines = new ValueLines(fromBytes(data))
    const source = (keys: Keys) =>
      ({ layer: 'file', name: file, ...lineAt(lines, keys) }) satisfies ValueSource
    return { table: readValues(data), source }
  })
  const set = flags.flatMap(([kind, flag]) =>
    given[kind].map((text): UserLayer => {
      const table = mergeUserValues({ ...none, [kind]: [text] }, readFile)
      // Without its value, which may be a secret.
      return { table, source: (keys) => ({ layer: 'flag', name: `${flag} ${pathText(keys)}` }) }
    }),
  )
  return [...files, ...set]
}

/** The path in the subchart that a value is imported from. */
function importedKeys(one: Value, keys: Keys): Keys | undefined {
  if (!(one instanceof Map)) return undefined
  const [child, parent] = [one.get('child'), one.get('parent')]
  if (typeof child !== 'string' || typeof parent !== 'string') return undefined
  const above = parent === '.' ? [] : parent.split('.')
  if (!above.every((key, index) => keys[index] === key)) return undefined
  return [...child.split('.'), ...keys.slice(above.length)]
}

/** The value at a path of keys and indexes; undefined where there is none. */
export function valueAt(value: Value, keys: Keys): Value {
  let current = value
  for (const key of keys) {
    if (isTable(current)) current = current.get(String(key))
    else if (Array.isArray(current) && typeof key === 'number') {
      current = (current as readonly Value[])[key]
    } else return undefined
  }
  return current
}
