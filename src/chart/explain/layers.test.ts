import { expect, test } from 'vitest'
import { loadChart } from '../node/load-chart.ts'
import { resolveDependencies } from '../dependencies/dependencies.ts'
import { ValueLayers, type Keys, type ValueSource } from './layers.ts'

const loaded = loadChart(`${import.meta.dirname}/../../../test/charts/charts/import-values`)
const chart = resolveDependencies(loaded, new Map(), () => {})

const files: Readonly<Record<string, string>> = {
  'a.yaml': 'one: 1\ntwo:\n  three: 3\nlist: [a, b]\n',
  'b.yaml': '# later files win\none: 2\n',
}

const layers = new ValueLayers(
  chart,
  {
    files: ['a.yaml', 'b.yaml'],
    setJson: ['{"json": {"a": 1}}'],
    set: ['two.four=4,port=9', 'list[1]=c'],
    setString: ['port=10'],
    setFile: [],
    setLiteral: [],
  },
  (path) => new TextEncoder().encode(files[path]),
)

const rows: readonly { readonly keys: Keys; readonly source: ValueSource | undefined }[] = [
  { keys: ['one'], source: { layer: 'file', name: 'b.yaml', line: 2 } },
  { keys: ['two', 'three'], source: { layer: 'file', name: 'a.yaml', line: 3 } },
  { keys: ['two', 'four'], source: { layer: 'flag', name: '--set two.four' } },
  { keys: ['list', 0], source: { layer: 'file', name: 'a.yaml', line: 4 } },
  { keys: ['list', 1], source: { layer: 'flag', name: '--set list[1]' } },
  { keys: ['json', 'a'], source: { layer: 'flag', name: '--set-json json.a' } },
  { keys: ['port'], source: { layer: 'flag', name: '--set-string port' } },
  {
    keys: ['imported', 'here', 'own'],
    source: { layer: 'default', name: 'import-values/values.yaml', line: 2 },
  },
  {
    keys: ['imported', 'here', 'x'],
    source: { layer: 'default', name: 'import-values/charts/source/values.yaml', line: 3 },
  },
  {
    keys: ['path'],
    source: { layer: 'default', name: 'import-values/charts/other/values.yaml', line: 2 },
  },
  {
    keys: ['source', 'nested', 'flat'],
    source: { layer: 'default', name: 'import-values/charts/source/values.yaml', line: 3 },
  },
  { keys: ['nobody', 'set', 'this'], source: undefined },
]

test.each(rows)('$keys was set by $source.name', ({ keys, source }) => {
  expect(layers.find(keys)).toEqual(source)
})
