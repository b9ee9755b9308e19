import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { VirtualClock } from '../../src/std/node/virtual-clock-for-test.ts'
import { conditionOf, readPath } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {chart: {{ .Chart.Version | quote }}}
`
const files = { 'templates/facts.yaml': template }

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(35, { clock: new VirtualClock() })
  await stage.remote('shared', 34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

const source = () => ({ repo: charts.url, name: 'web', chartVersion: '1.0.0' })

/** Reasons that were told on the way and should not have been. */
async function noiseOf(names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await stage.ready('ExtensionInstance', name)
  const told = names.flatMap((name) => stage.reasonsOf(name).map((reason) => `${name}: ${reason}`))
  return [...told.filter((line) => line.includes('Failed')), ...(await stage.warnings(names))]
}

test('a chain of ten converges while the clock of the operator stands still', async () => {
  const chain = Array.from({ length: 10 }, (_, at) => `chain-${at}`)
  // The last one first: each waits for one that is not there yet.
  for (const [at, name] of [...chain.entries()].toReversed()) {
    await stage.put('ExtensionInstance', name, { extension: name })
    const dependsOn = at === 0 ? [] : [{ extension: `chain-${at - 1}` }]
    await stage.put('Extension', name, { dependsOn, sources: [source()] })
  }
  expect(await noiseOf(chain)).toEqual([])
})

test('a fan of fifty converges while the clock of the operator stands still', async () => {
  const blades = Array.from({ length: 50 }, (_, at) => `blade-${at}`)
  for (const name of blades)
    await stage.put('Extension', name, { dependsOn: [{ extension: 'hub' }], sources: [source()] })
  for (const name of blades) await stage.put('ExtensionInstance', name, { extension: name })
  await stage.put('Extension', 'hub', { sources: [source()] })
  const waiting = await stage.ready('ExtensionInstance', 'blade-7', 'Waiting')
  expect(readPath(waiting, ['status', 'waitingFor'])).toEqual([
    'extension hub, which has no instance on the cluster',
  ])
  await stage.put('ExtensionInstance', 'hub', { extension: 'hub' })
  expect(await noiseOf([...blades, 'hub'])).toEqual([])
})

// Every order of what an instance needs: none of them is an error.
const parts = ['Extension', 'Repository', 'Cluster', 'ExtensionInstance'] as const
const orders = permutations(parts).map((order, at) => ({ at, order, shown: order.join(', ') }))

test.each(orders)('$shown: any order is as good', async ({ at, order }) => {
  const name = `any-${at}`
  const write = {
    Extension: () =>
      stage.put('Extension', name, { sources: [{ ...source(), repo: `repository-${at}` }] }),
    Repository: () => stage.put('Repository', `repository-${at}`, { url: charts.url }),
    Cluster: () => stage.put('Cluster', name, { kubeconfig: { secretName: 'shared' } }),
    ExtensionInstance: () =>
      stage.put('ExtensionInstance', name, {
        extension: name,
        cluster: name,
        targetNamespace: 'default',
      }),
  }
  for (const part of order) {
    await write[part]()
    const found = await stage.get('ExtensionInstance', name)
    // Looked at at every step, not only at the end.
    if (found !== undefined && part !== order.at(-1))
      await stage.until(
        'ExtensionInstance',
        name,
        (one) => conditionOf(one, 'Reconciling')?.status === 'True',
      )
  }
  expect(await noiseOf([name])).toEqual([])
})

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  )
}
