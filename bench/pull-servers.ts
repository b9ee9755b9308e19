// Started by the bench `pull`: an http repository and a registry with one chart each, in a process of
// their own, so that serving costs neither side anything. Prints where they are as one line of JSON.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeTar } from '../src/formats/tar-write.ts'
import { connectRegistry } from '../src/oci/client/registry.ts'
import { createTransport } from '../src/oci/client/transport.ts'
import { digestOf, hexOf } from '../src/oci/digest.ts'
import { serveRegistry } from '../src/oci/registry/serve.ts'
import { pushChart } from '../src/sources/oci/push-chart.ts'

const signal = new AbortController().signal
const folder = await mkdtemp(join(tmpdir(), 'outrigger-pull-bench-'))
const archive = chartArchive()
await writeFile(join(folder, 'demo-1.0.0.tgz'), archive)
await writeFile(join(folder, 'index.yaml'), indexText())
const repository = createServer((request, response) => {
  readFile(join(folder, new URL(request.url ?? '', 'http://x').pathname)).then(
    (bytes) => response.end(bytes),
    () => response.writeHead(404).end(),
  )
})
await new Promise<void>((resolve) => repository.listen(0, '127.0.0.1', resolve))
const registry = await serveRegistry({ root: join(folder, 'registry') }, signal)
const transport = createTransport()
const created = '2024-01-01T00:00:00Z'
await pushChart(
  connectRegistry(registry.host, { transport }),
  { below: 'charts', archive, created },
  signal,
)
await transport.close()
const { port } = repository.address() as AddressInfo
console.log(JSON.stringify({ repository: `http://127.0.0.1:${port}`, registry: registry.host }))
process.once('SIGTERM', () => {
  void rm(folder, { recursive: true, force: true }).then(() => process.exit(0))
})

/** About as large as the charts that people use: some hundred files of text. */
function chartArchive(): Uint8Array {
  const metadata = 'apiVersion: v2\nname: demo\nversion: 1.0.0\n'
  const templates = Array.from({ length: 300 }, (_, i) => ({
    name: `demo/templates/part-${i}.yaml`,
    data: Buffer.from(textOf(i)),
  }))
  const files = [{ name: 'demo/Chart.yaml', data: Buffer.from(metadata) }, ...templates]
  return gzipSync(writeTar(files, 0))
}

function textOf(part: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `key-${i}: ${(part * 7919 + i * 104_729) % 99_991}`,
  )
  return `${lines.join('\n')}\n`
}

/** Written as `helm repo index` writes it. */
function indexText(): string {
  const digest = hexOf(digestOf(archive))
  const row = (version: string) => `  - apiVersion: v2
    created: "2024-01-01T00:00:00.123456789Z"
    digest: ${digest}
    name: demo
    urls:
    - demo-${version}.tgz
    version: ${version}
`
  const older = Array.from({ length: 200 }, (_, i) => row(`0.${200 - i}.0`))
  const entries = `entries:\n  demo:\n${[row('1.0.0'), ...older].join('')}`
  return `apiVersion: v1\n${entries}generated: "2024-01-01T00:00:00.123456789Z"\n`
}
