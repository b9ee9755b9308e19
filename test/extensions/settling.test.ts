import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {kubernetes: {{ .Capabilities.KubeVersion.Version | quote }}}
`

const told = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-facts}
data: {kubernetes: {{ .Values.minor | quote }}, colour: {{ .Values.colour | quote }}}
`

/** On a newer Kubernetes there is something that works only when somebody says so. */
const late = `{{ if ge (int .Capabilities.KubeVersion.Minor) 35 }}
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: {{ .Release.Name }}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
{{ end }}
`

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/facts.yaml': template }
  const slowly = { ...files, 'templates/late.yaml': late }
  charts = await ChartRepository.start([
    { name: 'asking', version: '1.0.0', files },
    { name: 'slow', version: '1.0.0', files: slowly },
    { name: 'told', version: '1.0.0', files: { 'templates/facts.yaml': told } },
  ])
})
afterAll(() => charts.stop())
beforeEach(async () => {
  stage = await ExtensionStage.open(34)
})
afterEach(() => stage.close())

test('what is only rendered otherwise follows Kubernetes after what it needs', async () => {
  await stage.put('Cluster', 'here', { inCluster: true })
  const needs = { ground: [], wall: ['ground'], roof: ['wall'] }
  for (const [name, others] of Object.entries(needs)) {
    const chart = name === 'ground' ? 'slow' : 'asking'
    await stage.put('Extension', name, {
      dependsOn: others.map((extension) => ({ extension })),
      sources: [{ repo: charts.url, name: chart, chartVersion: '1.0.0' }],
    })
    await stage.put('ExtensionInstance', name, { extension: name })
  }
  const renderedIn = async () =>
    Promise.all(
      Object.keys(needs).map(async (name) => {
        const found = await stage.get('ConfigMap', `${name}-facts`)
        return textAt(found, ['data', 'kubernetes'])
      }),
    )
  for (const name of Object.keys(needs)) await stage.ready('ExtensionInstance', name)
  expect(await renderedIn()).toEqual(['v1.34.0', 'v1.34.0', 'v1.34.0'])

  await stage.become(35)
  await upgradeSeen('v1.35.0', true)
  await stage.clock.jump(125_000)
  // The first has followed and does not work yet; the others go on as they are.
  await stage.until('ConfigMap', 'ground-facts', (one) => kubernetesOf(one) === 'v1.35.0')
  for (const name of ['wall', 'roof']) {
    const waiting = await stage.until(
      'ExtensionInstance',
      name,
      (one) => conditionOf(one, 'Ready')?.reason === 'Waiting',
    )
    const below = name === 'wall' ? 'ground' : 'wall'
    expect(conditionOf(waiting, 'Ready')).toMatchObject({
      status: 'True',
      message: `waits for extension ${below}, which follows Kubernetes first`,
    })
  }
  expect(await renderedIn()).toEqual(['v1.35.0', 'v1.34.0', 'v1.34.0'])

  await stage.bind('ground')
  for (const name of Object.keys(needs)) {
    const followed = await stage.until(
      'ExtensionInstance',
      name,
      (one) => textAt(one, ['status', 'kubernetes']) === 'v1.35.0',
    )
    expect(conditionOf(followed, 'Ready')?.status).toBe('True')
  }
  expect(await renderedIn()).toEqual(['v1.35.0', 'v1.35.0', 'v1.35.0'])
  expect(await stage.warnings()).toEqual([])
})

function kubernetesOf(one: KubeObject): string {
  return textAt(one, ['data', 'kubernetes'])
}

function factsOf(one: KubeObject): string {
  return `${kubernetesOf(one)} ${textAt(one, ['data', 'colour'])}`
}

async function rendered(): Promise<string> {
  const found = await stage.get('ConfigMap', 'asking-facts')
  return found === undefined ? '' : kubernetesOf(found)
}

/** The operator has seen it: no pass that was due by now is left. */
async function upgradeSeen(version: string, hasCluster: boolean): Promise<void> {
  await stage.clock.jump(31_000)
  if (hasCluster) {
    await stage.until('Cluster', 'here', (one) => textAt(one, ['status', 'version']) === version)
  } else {
    const name = 'outrigger-kubernetes'
    await stage.until('ConfigMap', name, (one) => textAt(one, ['data', 'version']) === version)
  }
}

const places = [
  { where: 'with a Cluster', hasCluster: true },
  { where: 'without one', hasCluster: false },
]

async function install(hasCluster: boolean): Promise<void> {
  if (hasCluster) {
    await stage.put('Cluster', 'here', { inCluster: true })
    await stage.until('Cluster', 'here', (one) => conditionOf(one, 'Ready')?.status === 'True')
  }
  await stage.put('Plugin', 'asking', { repo: charts.url, name: 'asking', version: '1.0.0' })
  await stage.ready('Plugin', 'asking')
  expect(await rendered()).toBe('v1.34.0')
}

test.each(places)(
  'a restart neither ends the wait for a version to settle nor begins it anew, $where',
  async ({ hasCluster }) => {
    await install(hasCluster)
    await stage.become(35)
    await upgradeSeen('v1.35.0', hasCluster)
    // By now at most a minute has gone of the two.
    await stage.clock.jump(20_000)
    await stage.restart()
    await stage.ready('Plugin', 'asking')
    await stage.clock.jump(5000)
    expect(await rendered()).toBe('v1.34.0')
    // More than two minutes since it was seen, and less since the restart.
    await stage.clock.jump(105_000)
    await stage.until('ConfigMap', 'asking-facts', (one) => kubernetesOf(one) === 'v1.35.0')
  },
)

test.each(places)(
  'another patch is followed like another minor, when it has settled, $where',
  async ({ hasCluster }) => {
    await install(hasCluster)
    stage.calledItself = 'v1.34.7'
    await upgradeSeen('v1.34.7', hasCluster)
    expect(await rendered()).toBe('v1.34.0')
    await stage.clock.jump(130_000)
    await stage.until('ConfigMap', 'asking-facts', (one) => kubernetesOf(one) === 'v1.34.7')
  },
)

test('what a values document makes of the version waits for it to settle, too', async () => {
  const values =
    'minor: {{ .Cluster.Version }}, {{ .Cluster.Minor }}\ncolour: {{ .Parameters.colour }}\n'
  await stage.put('Extension', 'told', {
    sources: [{ repo: charts.url, name: 'told', chartVersion: '1.0.0', values }],
  })
  const paint = (colour: string) =>
    stage.put('ExtensionInstance', 'told', { extension: 'told', parameters: { colour } })
  const painted = (colour: string) =>
    stage.until('ConfigMap', 'told-facts', (one) => factsOf(one).endsWith(colour))
  await paint('red')
  expect(factsOf(await painted('red'))).toBe('v1.34.0, 34 red')
  await stage.become(35)
  await upgradeSeen('v1.35.0', false)
  // A change that a user makes meanwhile is carried out, for the version before.
  await paint('green')
  expect(factsOf(await painted('green'))).toBe('v1.34.0, 34 green')
  await stage.clock.jump(130_000)
  const settled = 'v1.35.0, 35 green'
  await stage.until('ConfigMap', 'told-facts', (one) => factsOf(one) === settled)
})

test('sources that differ only in what they make of parameters wait, too', async () => {
  await stage.put('Extension', 'told', {
    sources: [toldSource('<1.35', 'old'), toldSource('>=1.35', 'new')],
  })
  const paint = (colour: string) =>
    stage.put('ExtensionInstance', 'told', { extension: 'told', parameters: { colour } })
  const isPainted = (text: string) =>
    stage.until('ConfigMap', 'told-facts', (one) => factsOf(one) === text)
  await paint('red')
  await isPainted('old red')
  await stage.become(35)
  await upgradeSeen('v1.35.0', false)
  await stage.until('ExtensionInstance', 'told', isHeld)
  await paint('green')
  await isPainted('old green')
  // Everything that could be done was.
  const ready = await stage.until(
    'ExtensionInstance',
    'told',
    (one) => isCurrent(one) && isHeld(one) && isDone(one),
  )
  expect(readPath(ready, ['status', 'appliedGeneration'])).toBe(2)
  await stage.clock.jump(130_000)
  await isPainted('new green')
})

test('a version that was asked for and has to wait is not ready', async () => {
  const sources = [
    { ...toldSource('>=1.30', 'old'), version: '1.0.0' },
    { ...toldSource('>=1.35', 'new'), version: '2.0.0' },
  ]
  await stage.put('Extension', 'asked', { sources })
  const spec = { extension: 'asked', upgrade: 'manual' }
  await stage.put('ExtensionInstance', 'asked', spec)
  await stage.ready('ExtensionInstance', 'asked')
  await stage.become(35)
  await upgradeSeen('v1.35.0', false)
  await stage.put('ExtensionInstance', 'asked', { ...spec, version: '2.0.0' })
  const held = await stage.until(
    'ExtensionInstance',
    'asked',
    (one) => isCurrent(one) && isHeld(one),
  )
  expect(conditionOf(held, 'Ready')?.status).toBe('False')
  await stage.clock.jump(130_000)
  const moved = await stage.ready('ExtensionInstance', 'asked')
  expect(textAt(moved, ['status', 'version'])).toBe('2.0.0')
})

test('a version that has to wait is not ready, also when something else was said with it', async () => {
  const sources = [
    { ...toldSource('>=1.30', 'old'), version: '1.0.0' },
    { ...toldSource('>=1.35', 'new'), version: '2.0.0' },
  ]
  await stage.put('Extension', 'both', { sources })
  const spec = { extension: 'both', upgrade: 'manual' }
  await stage.put('ExtensionInstance', 'both', { ...spec, parameters: { colour: 'red' } })
  await stage.ready('ExtensionInstance', 'both')
  await stage.become(35)
  await upgradeSeen('v1.35.0', false)
  const parameters = { colour: 'green' }
  await stage.put('ExtensionInstance', 'both', { ...spec, version: '2.0.0', parameters })
  await stage.until('ConfigMap', 'both-facts', (one) => factsOf(one) === 'old green')
  const held = await stage.until(
    'ExtensionInstance',
    'both',
    (one) => isCurrent(one) && isHeld(one),
  )
  expect(conditionOf(held, 'Ready')?.status).toBe('False')
  expect(readPath(held, ['status', 'appliedGeneration'])).toBe(1)
  await stage.clock.jump(130_000)
  await stage.until('ConfigMap', 'both-facts', (one) => factsOf(one) === 'new green')
})

test('values whose Secret is gone are not made up while a source waits', async () => {
  await stage.put('Extension', 'lost', {
    sources: [toldSource('<1.35', 'old'), toldSource('>=1.35', 'new')],
  })
  const spec = { extension: 'lost', parameters: { colour: 'red' } }
  await stage.put('ExtensionInstance', 'lost', spec)
  await stage.ready('ExtensionInstance', 'lost')
  await stage.become(35)
  await upgradeSeen('v1.35.0', false)
  await stage.until('ExtensionInstance', 'lost', isHeld)
  await stage.delete('Secret', 'lost-extension-values')
  await stage.put('ExtensionInstance', 'lost', { ...spec, parameters: { colour: 'green' } })
  await stage.until('ExtensionInstance', 'lost', (one) => isCurrent(one) && isHeld(one))
  const plugin = await stage.get('Plugin', 'lost')
  expect(readPath(plugin, ['spec', 'values'])).toBeUndefined()
  expect(await stage.data('lost-facts')).toEqual({ kubernetes: 'old', colour: 'red' })
  await stage.clock.jump(130_000)
  await stage.until('ConfigMap', 'lost-facts', (one) => factsOf(one) === 'new green')
})

function toldSource(kubernetes: string, minor: string) {
  const values = `minor: ${minor}\ncolour: {{ .Parameters.colour }}\n`
  return { repo: charts.url, name: 'told', chartVersion: '1.0.0', kubernetes, values }
}

function isDone(instance: KubeObject): boolean {
  return conditionOf(instance, 'Ready')?.status === 'True'
}

function isHeld(instance: KubeObject): boolean {
  return conditionOf(instance, 'Ready')?.reason === 'VersionUnstable'
}

function isCurrent({ metadata, ...rest }: KubeObject): boolean {
  return metadata['generation'] === readPath(rest, ['status', 'observedGeneration'])
}
