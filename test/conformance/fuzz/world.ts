import type { Draw } from './draw.ts'
import type { Kind } from './signatures.ts'
import { pools } from './pools.ts'
import { type Data, yamlText } from './yaml-text.ts'

/** Values and files of a chart that cases share, so that one run of helm serves many. */
export interface World {
  /** values.yaml. */
  readonly values: string
  readonly files: Readonly<Record<string, string>>
  /** Ways to values, with what is there. */
  readonly paths: readonly ValuePath[]
}

export interface ValuePath {
  readonly keys: readonly string[]
  readonly kind: Kind
}

/** Templates that every case can call, with any data. */
export const libraryNames = ['lib.echo', 'lib.type', 'lib.nested', 'lib.each'] as const

const library = `
{{ define "lib.echo" }}{{ . }}{{ end }}
{{ define "lib.type" }}{{ kindOf . }} {{ typeOf . }}{{ end }}
{{ define "lib.nested" -}}
  [{{ include "lib.echo" . }}|{{ template "lib.type" . }}]
{{- end }}
{{ define "lib.each" }}{{ range $i, $e := . }}{{ $i }}={{ $e }};{{ else }}none{{ end }}{{ end }}
`

export function makeWorld(draw: Draw): World {
  const data = topLevel(draw)
  return {
    values: yamlText(draw, data),
    paths: [...pathsIn(data, [])],
    files: {
      'files/a.txt': `${draw.pick(pools.str)}\nline\n`,
      'files/b.bin': `\udcff\0${draw.pick(pools.str)}\udc80`,
      'files/empty.txt': '',
      'files/c.yaml': draw.pick(pools.yaml),
      'README.md': 'read me',
      'templates/_library.tpl': library,
    },
  }
}

const keys = [
  'a',
  'b',
  'c',
  'k',
  'name',
  'x',
  'A',
  'with space',
  'é',
  'zz',
  'a.b',
  'x-y',
  '',
  '1',
  'true',
  'null',
  '2.5',
  'list',
  '_0',
] as const
const numbers = [
  0,
  1,
  80,
  1.5,
  -1,
  1_000_000,
  1e21,
  123_456.789,
  2 ** 53,
  -0.25,
  1e-7,
  1e6 + 0.5,
  3,
] as const

function topLevel(draw: Draw): Map<string, Data> {
  const top = new Map<string, Data>()
  for (const i of [1, 2, 3, 4])
    top.set(`s${i}`, draw.chance(20) ? draw.text(12) : draw.pick(pools.str))
  for (const i of [1, 2, 3]) top.set(`f${i}`, draw.pick(numbers))
  for (const i of [1, 2]) top.set(`t${i}`, draw.chance(50))
  top.set('z', null)
  for (const i of [1, 2, 3])
    top.set(
      `l${i}`,
      draw.several(0, 4, () => someData(draw, 2)),
    )
  for (const i of [1, 2, 3]) top.set(`m${i}`, someMap(draw, 3))
  return top
}

function someMap(draw: Draw, depth: number): Map<string, Data> {
  return new Map(draw.several(0, 5, () => [draw.pick(keys), someData(draw, depth - 1)]))
}

function someData(draw: Draw, depth: number): Data {
  const kind = draw.weighted([
    [4, 'str'],
    [3, 'num'],
    [2, 'bool'],
    [1, 'null'],
    [depth > 0 ? 3 : 0, 'map'],
    [depth > 0 ? 2 : 0, 'list'],
  ] as const)
  switch (kind) {
    case 'str':
      return draw.pick(pools.str)
    case 'num':
      return draw.pick(numbers)
    case 'bool':
      return draw.chance(50)
    case 'null':
      return null
    case 'map':
      return someMap(draw, depth)
    case 'list':
      return draw.several(0, 3, () => someData(draw, depth - 1))
  }
}

function* pathsIn(data: Data, above: readonly string[]): Generator<ValuePath> {
  if (above.length > 0) yield { keys: above, kind: kindOf(data) }
  if (!(data instanceof Map)) return
  for (const [key, value] of data) yield* pathsIn(value, [...above, key])
}

function kindOf(data: Data): Kind {
  if (data === null) return 'nil'
  if (data instanceof Map) return 'dict'
  if (Array.isArray(data)) return 'list'
  return typeof data === 'string' ? 'str' : typeof data === 'number' ? 'f64' : 'bool'
}
