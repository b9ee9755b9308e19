import { fromBytes, toBytes } from '../../formats/go-string.ts'
import type { Chart, ChartFile } from '../chart.ts'
import { ChartError } from '../errors.ts'
import type { Metadata } from '../load/metadata.ts'
import { metadataYaml } from '../load/metadata-yaml.ts'
import * as network from './network.ts'
import * as settings from './settings.ts'
import * as workload from './workload.ts'

const texts: Readonly<Record<string, string>> = {
  'Chart.yaml': settings.chartYaml,
  'values.yaml': settings.valuesYaml,
  'values.schema.json': settings.valuesSchema,
  '.helmignore': settings.ignore,
  'README.md': settings.readme,
  'templates/_names.tpl': workload.names,
  'templates/deployment.yaml': workload.deployment,
  'templates/serviceaccount.yaml': workload.account,
  'templates/autoscaler.yaml': workload.autoscaler,
  'templates/service.yaml': network.service,
  'templates/ingress.yaml': network.ingress,
  'templates/httproute.yaml': network.httpRoute,
  'templates/NOTES.txt': network.notes,
  'templates/tests/reachable.yaml': network.reachableTest,
}

/** The files of a new chart that runs a web server. */
export function starterFiles(name: string): readonly ChartFile[] {
  return Object.entries(texts).map(([path, text]) => ({ name: path, data: named(text, name) }))
}

/**
 * The files of a new chart made from another, in whose templates and values `<CHARTNAME>` stands for
 * the new name. Its metadata starts anew but for the dependencies, which are copied with the chart.
 */
export function filesFromStarter(starter: Chart, name: string): readonly ChartFile[] {
  const renamed = ({ name: path, data }: ChartFile) => ({
    name: path,
    data: named(fromBytes(data), name),
  })
  const kept = starter.raw.filter((file) => file.name !== 'Chart.yaml')
  return [
    { name: 'Chart.yaml', data: toBytes(metadataYaml(newMetadata(starter, name))) },
    ...kept.map((file) => (isNamed(file) ? renamed(file) : file)),
  ]
}

/** Refuses what Helm's own conventions, object names and folders do not allow. */
export function checkChartName(name: string): void {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name) && name.length <= mostNameLength) return
  const rule = `at most ${mostNameLength} lower-case letters, digits and dashes between them`
  throw new ChartError('metadata', `chart name "${name}": wanted ${rule}`)
}

// The longest value of a label.
const mostNameLength = 63

function isNamed({ name }: ChartFile): boolean {
  return name === 'values.yaml' || name.startsWith('templates/')
}

function named(text: string, name: string): Uint8Array {
  return toBytes(text.replaceAll('<CHARTNAME>', name))
}

function newMetadata(starter: Chart, name: string): Metadata {
  return {
    apiVersion: 'v2',
    name,
    version: '0.1.0',
    appVersion: '0.1.0',
    description: `Runs ${name} on Kubernetes`,
    type: 'application',
    kubeVersion: '',
    keywords: [],
    home: '',
    sources: [],
    maintainers: [],
    icon: '',
    deprecated: false,
    annotations: undefined,
    condition: '',
    tags: '',
    dependencies: starter.metadata.dependencies,
  }
}
