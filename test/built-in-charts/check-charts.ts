// npm run charts:check: `outrigger chart ci` of every chart that we ship, each upgraded from the version before, which an embedded registry has.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { pushChart } from '../../src/sources/oci/push-chart.ts'
import { runCli } from '../cli/run-cli.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { builtInCharts } from './built-in-charts.ts'
import { packPredecessor } from './predecessors.ts'

const never = new AbortController().signal
const created = '1980-01-01T00:00:00Z'
const told = (text: string) => void process.stdout.write(text)
const folder = await mkdtemp(join(tmpdir(), 'outrigger-charts-'))
const running = await startTemporaryRegistry()
const transport = createTransport()
try {
  const registry = connectRegistry(running.host, { transport })
  for (const name of [...builtInCharts(), 'outrigger']) {
    const archive = await readFile(await packPredecessor(name, folder))
    await pushChart(registry, { below: 'released', archive, created }, never)
  }
  const from = ['--released', `oci://${running.host}/released`]
  const words = ['chart', 'ci', 'charts', '--all', ...from, ...process.argv.slice(2)]
  const { exitCode } = await runCli(words, { environment: process.env, told })
  process.exitCode = exitCode
} finally {
  await transport.close()
  await running.stop()
  await rm(folder, { recursive: true, force: true })
}
