import { expect, test } from 'vitest'
import { matrixOf } from './matrix-rows.ts'

const one = (cluster: string, extension: string, version: string, more: object = {}) => ({
  cluster,
  extension,
  version,
  key: `default/${extension}`,
  state: 'ready' as const,
  available: '',
  ...more,
})

test('has the version of every extension on every cluster, and says which are behind', () => {
  const { extensions, rows } = matrixOf(
    [
      one('east', 'dns', '1.9.0'),
      one('west', 'dns', '1.10.0'),
      one('west', 'ingress', '2.0.0', { available: '2.1.0' }),
    ],
    ['east', 'north', 'west'],
  )
  expect(extensions).toEqual(['dns', 'ingress'])
  expect(
    rows.map(({ cluster, cells }) => [
      cluster,
      ...cells.map((cell) => cell.map((at) => at.behind)),
    ]),
  ).toEqual([
    ['east', ['1.10.0'], []],
    ['north', [], []],
    ['west', [''], ['2.1.0']],
  ])
})

test('a cell has every version once, with its instances and the state that needs a person most', () => {
  const { rows } = matrixOf(
    [
      one('east', 'dns', '1.10.0', { key: 'a/dns' }),
      one('east', 'dns', '1.9.0', { key: 'b/dns' }),
      one('east', 'dns', '1.9.0', { key: 'c/dns', state: 'failed' }),
      one('east', 'dns', '', { key: 'd/dns', state: 'working' }),
    ],
    [],
  )
  expect(rows[0]?.cells[0]?.map(({ version, keys, state }) => [version, keys, state])).toEqual([
    ['', ['d/dns'], 'working'],
    ['1.9.0', ['b/dns', 'c/dns'], 'failed'],
    ['1.10.0', ['a/dns'], 'ready'],
  ])
  expect(rows[0]?.cells[0]?.map(({ behind }) => behind)).toEqual(['', '1.10.0', ''])
})
