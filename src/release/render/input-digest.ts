import { createHash } from 'node:crypto'
import type { Chart, Table } from '../../chart/chart.ts'
import { encodeJson } from '../../formats/json/encode.ts'

/** Tells inputs apart: the same chart with the same values and ways gives the same digest. */
export function inputDigest(chart: Chart, values: Table, ways: readonly string[]): string {
  const hash = createHash('sha256')
  addChart(hash, chart)
  hash.update(encodeJson(values, { html: false }))
  for (const way of ways) hash.update(`\0${way}`)
  return `sha256:${hash.digest('hex')}`
}

function addChart(hash: ReturnType<typeof createHash>, chart: Chart): void {
  if (chart.valuesAtTop === true) hash.update('values at top\0')
  for (const { name, data } of chart.raw) hash.update(`${name}\0${data.length}\0`).update(data)
  for (const sub of chart.dependencies) addChart(hash, sub)
}
