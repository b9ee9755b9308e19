import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { fromBytes } from '../../src/formats/go-string.ts'
import { startScriptedServer } from '../registry/scripted-server.ts'

/** The charts that the install view is judged with, by the ends of their file names. */
const judgedCharts = [
  'prometheus-community_helm-charts__kube-prometheus-stack',
  'cert-manager_cert-manager__cert-manager',
  'goharbor_harbor-helm__harbor',
  'grafana_loki__loki',
  'apache_airflow__airflow',
  'kubernetes_ingress-nginx__ingress-nginx',
] as const

export interface CorpusChart {
  readonly name: string
  readonly version: string
  /** The text of its values.yaml. */
  readonly values: string
}

export interface CorpusRepository {
  readonly url: string
  readonly charts: readonly CorpusChart[]
  readonly stop: () => Promise<void>
}

/** Serves charts of a corpus folder as an http repository. */
export async function serveCorpus(folder: string): Promise<CorpusRepository> {
  const present = new Set(readdirSync(join(folder, 'charts')))
  const found = judgedCharts
    .filter((name) => present.has(`${name}.tgz`))
    .map((name) => {
      const path = join(folder, 'charts', `${name}.tgz`)
      const { metadata, raw } = loadChart(path)
      const values = raw.find((file) => file.name === 'values.yaml')?.data ?? new Uint8Array()
      return {
        name: metadata.name,
        version: metadata.version,
        values: fromBytes(values),
        archive: readFileSync(path),
      }
    })
  const index = JSON.stringify({
    apiVersion: 'v1',
    entries: Object.fromEntries(
      found.map(({ name, version, archive }) => {
        const digest = createHash('sha256').update(archive).digest('hex')
        return [name, [{ apiVersion: 'v2', name, version, digest, urls: [`${name}.tgz`] }]]
      }),
    ),
  })
  const server = await startScriptedServer(({ path }, response) => {
    const body =
      path === '/index.yaml'
        ? Buffer.from(index)
        : found.find(({ name }) => path === `/${name}.tgz`)?.archive
    if (body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-length': String(body.length) }).end(body)
  })
  return { url: server.url, charts: found, stop: () => server.stop() }
}
