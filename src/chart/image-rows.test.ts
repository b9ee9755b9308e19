import { expect, test } from 'vitest'
import { chartOf, chartYaml } from './chart-for-test.ts'
import { imageRowsOf } from './image-rows.ts'

const rows = (text: string) => `annotations: {outrigger.dev/image-table: ${JSON.stringify(text)}}`

test.each([
  { name: 'no chart has any', files: { 'Chart.yaml': chartYaml('top') }, found: '' },
  {
    name: 'of a chart and its subcharts',
    files: {
      'Chart.yaml': chartYaml('top', rows('flag a')),
      'charts/sub/Chart.yaml': chartYaml('sub', rows('flag b\nflag c')),
    },
    found: 'flag a\nflag b\nflag c',
  },
])('rows for the table of images: $name', ({ files, found }) => {
  expect(imageRowsOf(chartOf(files))).toBe(found)
})
