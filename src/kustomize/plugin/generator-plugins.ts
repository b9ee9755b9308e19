// The built-in generators by kind, each made of its configuration.

import { fieldsAt, textAt } from '../config/read-as.ts'
import { resourcesOf, type PluginInput } from '../context.ts'
import { KustomizeError } from '../errors.ts'
import { generate, generatorArgsOf } from '../generate/config-data.ts'
import * as notes from '../resource/annotations.ts'
import { setAnnotation, type Resource } from '../resource/resource.ts'

export type Generator = () => readonly Resource[]

export const generatorPlugins: Readonly<Record<string, (input: PluginInput) => Generator>> = {
  ConfigMapGenerator: (input) => dataGenerator('ConfigMap', input),
  SecretGenerator: (input) => dataGenerator('Secret', input),
  HelmChartInflationGenerator: chartGenerator,
  IAMPolicyGenerator: policyGenerator,
}

function dataGenerator(
  kind: 'ConfigMap' | 'Secret',
  { config, loader, context }: PluginInput,
): Generator {
  const args = generatorArgsOf(config)
  const metadata = fieldsAt(config, 'metadata')
  const name = args.name || textAt(metadata, 'name')
  const namespace = args.namespace || textAt(metadata, 'namespace')
  return () => [generate(kind, { ...args, name, namespace }, loader, context.schemas)]
}

function chartGenerator({ config, loader, context }: PluginInput): Generator {
  const { inflate } = context
  if (inflate === undefined) {
    const message = `the chart ${textAt(config, 'name')}: must specify --enable-helm`
    throw new KustomizeError('refused', message)
  }
  checkChart(textAt(config, 'name'), textAt(config, 'releaseName'))
  return () => {
    const resources = resourcesOf(inflate(config, loader), context)
    for (const { node } of resources) setAnnotation(node, notes.helmGenerated, 'true')
    return resources
  }
}

function checkChart(name: string, release: string): void {
  if (name === '') throw new KustomizeError('invalid', 'chart name cannot be empty')
  for (const [what, text] of [
    ['chart name', name],
    ['releaseName', release],
  ])
    if (text?.startsWith('-') === true)
      throw new KustomizeError('invalid', `${what} must not start with '-', got "${text}"`)
}

function policyGenerator({ config, context }: PluginInput): Generator {
  const cloud = textAt(config, 'cloud')
  const service = fieldsAt(config, 'kubernetesService')
  const account = fieldsAt(config, 'serviceAccount')
  if (cloud !== 'gke')
    throw new KustomizeError('refused', `cloud provider ${cloud} not supported; gke is`)
  const email = `${textAt(account, 'name')}@${textAt(account, 'projectId')}.iam.gserviceaccount.com`
  const namespace = textAt(service, 'namespace')
  const text = [
    'apiVersion: v1',
    'kind: ServiceAccount',
    'metadata:',
    '  annotations:',
    `    iam.gke.io/gcp-service-account: ${email}`,
    `  name: ${textAt(service, 'name')}`,
    ...(namespace === '' ? [] : [`  namespace: ${namespace}`]),
  ].join('\n')
  return () => resourcesOf(text, context)
}
