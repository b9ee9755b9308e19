import { readFileSync } from 'node:fs'
import { capabilitiesOf } from '../src/chart/capabilities.ts'
import type { Table } from '../src/chart/chart.ts'
import { nodeEntropy } from '../src/chart/node/entropy.ts'
import { loadChart } from '../src/chart/node/load-chart.ts'
import { renderChart } from '../src/chart/render/render.ts'
import { mergeTables } from '../src/chart/values/merge.ts'
import { readValues } from '../src/chart/values/read-values.ts'

// Renders one chart again and again in this process and prints the milliseconds of each round, as
// bench/helm-engine does with Helm's engine: render-in-process ROUNDS CHART [VALUES]
const [rounds = '1', path = '', ...files] = process.argv.slice(2)
const chart = loadChart(path)
let values: Table = new Map()
for (const file of files) values = mergeTables(values, readValues(readFileSync(file)))
const times: number[] = []
// Two rounds to warm up: a long-running process has compiled its code long ago.
for (let round = -2; round < Number(rounds); round++) {
  const began = performance.now()
  renderChart(chart, {
    values,
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  })
  if (round >= 0) times.push(performance.now() - began)
}
console.log(JSON.stringify(times))
