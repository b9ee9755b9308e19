import { expect, test } from 'vitest'
import { matrixOf } from './matrix-rows.ts'

const one = (cluster: string, extension: string, version: string) => ({
  cluster,
  extension,
  version,
  key: `default/${extension}`,
  isReady: true,
})

test('has the version of every extension on every cluster, and says which are behind', () => {
  const { extensions, rows } = matrixOf([
    one('east', 'dns', '1.9.0'),
    one('west', 'dns', '1.10.0'),
    one('west', 'ingress', '2.0.0'),
  ])
  expect(extensions).toEqual(['dns', 'ingress'])
  expect(
    rows.map(({ cluster, cells }) => [cluster, ...cells.map((cell) => cell?.isBehind)]),
  ).toEqual([
    ['east', true, undefined],
    ['west', false, false],
  ])
})
