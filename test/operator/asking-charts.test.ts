import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderHere } from '../../src/chart/node/render-here.ts'
import type { RenderRound } from '../../src/chart/render/render-round.ts'
import { type KubeObject, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from './chart-repository.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core, crds } from './resources.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

function configMap(...lines: readonly string[]): string {
  const head = ['apiVersion: v1', 'kind: ConfigMap', 'metadata: {name: "{{ .Release.Name }}"}']
  return [...head, 'data:', ...lines.map((line) => `  ${line}`), ''].join('\n')
}

const charts = Object.entries({
  looking: configMap(
    'seen: {{ (lookup "v1" "ConfigMap" .Release.Namespace "watched").data | toJson | quote }}',
    'drawn: {{ randAlphaNum 12 | quote }}',
  ),
  serving: configMap(
    'has: {{ .Capabilities.APIVersions.Has "asking.example.com/v1/Gadget" | quote }}',
  ),
  versioned: configMap('version: {{ .Capabilities.KubeVersion.Version | quote }}'),
  plain: configMap('a: b'),
}).map(([name, text]) => ({ name, version: '1.0.0', files: { 'templates/a.yaml': text } }))

/** Releases that were rendered: `now web`. */
const rendered: string[] = []
function noted(when: string): RenderRound {
  return (request, given, signal) => {
    rendered.push(`${when} ${request.release.name}`)
    return renderHere(request, given, signal)
  }
}

let stage: OperatorStage
let repository: ChartRepository

beforeAll(async () => {
  repository = await ChartRepository.start(charts)
  stage = await OperatorStage.open({ renders: { now: noted('now'), ahead: noted('ahead') } })
  await stage.start()
})
afterAll(async () => {
  await stage.close()
  await repository.stop()
})

function spec(chart: string, more = {}) {
  return { repo: repository.url, name: chart, version: '1.0.0', ...more }
}

async function textIn(name: string, field: string): Promise<string> {
  return textAt(await stage.get(core('ConfigMap'), platform, name), ['data', field])
}

function watched(colour: string): KubeObject {
  const metadata = { name: 'watched', namespace: platform }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour } }
}

function until(name: string, field: string, text: string): Promise<void> {
  return stage.until(`${field} of ${name} is ${text}`, async () => {
    return (await textIn(name, field)) === text
  })
}

test('what was looked up and is another is noticed on the next pass, also after a restart', async () => {
  await stage.apply(core('ConfigMap'), watched('red'))
  await stage.plugin('looking', spec('looking'))
  const first = await stage.ready('looking')
  expect(first.status.inputs).toMatch(/^sha256:[0-9a-f]{64}\+lookups:[0-9a-f]{16}$/)
  await until('looking', 'seen', '{"colour":"red"}')
  const drawn = await textIn('looking', 'drawn')
  await stage.apply(core('ConfigMap'), watched('green'))
  // Says how long, and not what: a pass, and no other inputs.
  await stage.plugin('looking', spec('looking', { timeout: '4m' }))
  await until('looking', 'seen', '{"colour":"green"}')
  await stage.ready('looking')
  await stage.stop()
  await stage.apply(core('ConfigMap'), watched('blue'))
  await stage.start()
  await until('looking', 'seen', '{"colour":"blue"}')
  await stage.until('the third revision is told', async () => {
    return (await stage.readPlugin('looking'))?.status.revision === 3
  })
  expect(await textIn('looking', 'drawn')).toBe(drawn)
})

test('a kind that comes renders again what asked for kinds, and nothing else', async () => {
  for (const name of ['serving', 'versioned', 'plain']) await stage.plugin(name, spec(name))
  const marks = ['serving', 'versioned', 'plain'].map(async (name) => {
    const { status } = await stage.ready(name)
    return status.inputs?.slice('sha256:'.length + 64).replace(/=[0-9a-f]{16}@/, ' on ')
  })
  expect(await Promise.all(marks)).toEqual(['+apis on v1.36.3', '+version on v1.36.3', ''])
  rendered.length = 0
  const names = { kind: 'Gadget', plural: 'gadgets', singular: 'gadget', listKind: 'GadgetList' }
  const schema = { openAPIV3Schema: { type: 'object' } }
  const versions = [{ name: 'v1', served: true, storage: true, schema }]
  await stage.apply(crds, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.asking.example.com' },
    spec: { group: 'asking.example.com', scope: 'Namespaced', names, versions },
  })
  await until('serving', 'has', 'true')
  for (const name of ['versioned', 'plain']) {
    await stage.plugin(name, spec(name, { timeout: '4m' }))
    expect((await stage.ready(name)).status.revision).toBe(1)
  }
  expect(new Set(rendered)).toEqual(new Set(['now serving']))
})

test('what waits is rendered meanwhile, and not again when its turn comes', async () => {
  rendered.length = 0
  await stage.plugin('second', spec('plain', { dependsOn: [{ plugin: 'first' }] }))
  await stage.ready('second', 'Waiting')
  await stage.until('second is rendered', async () => rendered.includes('ahead second'))
  await stage.plugin('first', spec('plain'))
  await stage.ready('first')
  await stage.ready('second')
  const both = rendered.filter((one) => /(?:first|second)$/.test(one))
  expect(both).toEqual(['ahead second', 'now first'])
})

test('what was rendered ahead counts only while what it asked for is the same', async () => {
  rendered.length = 0
  await stage.apply(core('ConfigMap'), watched('white'))
  await stage.plugin('after', spec('looking', { dependsOn: [{ plugin: 'before' }] }))
  await stage.ready('after', 'Waiting')
  // The second round has the answer of the first one.
  await stage.until('after is rendered', async () => {
    return rendered.filter((one) => one === 'ahead after').length === 2
  })
  await stage.apply(core('ConfigMap'), watched('black'))
  await stage.plugin('before', spec('plain'))
  await stage.ready('after')
  await until('after', 'seen', '{"colour":"black"}')
  expect(rendered).toContain('now after')
})
