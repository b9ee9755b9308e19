import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromBytes } from '../../src/formats/go-string.ts'
import { type RenderOutcome, runRenderJob } from '../parity/render-job.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { findImages } from '../../src/images/find-images.ts'
import { findRemovedApi } from '../../src/objects/api/removed-apis.ts'
import { type KubeObject, kindOf, textAt } from '../../src/objects/kube-object.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import {
  type BuiltInCase,
  builtInCases,
  builtInCharts,
  chartFile,
  minorsOf,
  otherMinorsOf,
  readChartFile,
  valuesFiles,
} from './built-in-charts.ts'
import { unknownFields } from './unknown-fields.ts'

const cases = builtInCases()
const rendered = new Map<string, readonly KubeObject[]>()
const moment = 1_700_000_000_000_000_000n

test.each(builtInCharts())('%s says who it is', (name) => {
  const { metadata, schema, files } = loadChart(chartFile(name))
  const annotations = metadata.annotations ?? new Map()
  const logo = readChartFile(name, 'logo.svg')
  expect(metadata.name).toBe(name)
  expect(metadata.kubeVersion).not.toBe('')
  expect(metadata.icon).toBe(`data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`)
  expect(logo.length).toBeLessThan(1500)
  expect(annotations.get('outrigger.dev/category')).toMatch(/^[a-z]+$/)
  expect(annotations.get('outrigger.dev/display-name')).toMatch(/^[A-Z]/)
  expect(annotations.get('outrigger.dev/labels')).toMatch(/^level=(?:basic|enhanced)$/)
  expect(schema).toBeDefined()
  expect(files.map((file) => file.name)).toContain('README.md')
})

test.each(builtInCharts())('the schema of %s knows every value and refuses others', (name) => {
  const { schema, values } = loadChart(chartFile(name))
  const { properties, additionalProperties } = JSON.parse(fromBytes(schema ?? new Uint8Array()))
  expect(Object.keys(properties).toSorted()).toEqual([...values.keys()].toSorted())
  expect(additionalProperties).toBe(false)
  expect(render({ chart: name, values: 'default' }, '1.36', ['mispelt: true'])).toMatchObject({
    error: expect.stringContaining("additional properties 'mispelt' not allowed") as string,
  })
})

test.each(cases)('$chart with $values values renders on every minor', (one) => {
  for (const minor of minorsOf(one.chart)) expect(objectsOf(one, minor)).not.toEqual([])
  for (const minor of otherMinorsOf(one.chart))
    expect(render(one, minor)).toMatchObject({
      error: expect.stringContaining('which is incompatible with Kubernetes') as string,
    })
})

test.each(cases)('$chart with $values values writes only fields that kinds have', (one) => {
  for (const minor of minorsOf(one.chart))
    expect(objectsOf(one, minor).flatMap((object) => unknownFields(object))).toEqual([])
})

test.each(cases)('$chart with $values values uses no API that its Kubernetes lacks', (one) => {
  for (const minor of minorsOf(one.chart)) {
    const gone = objectsOf(one, minor).filter((object) => {
      const removed = findRemovedApi(kindOf(object))
      return removed !== undefined && removed.removedIn <= Number(minor.slice(2))
    })
    expect(gone.map((object) => `${object.apiVersion} ${object.kind} on ${minor}`)).toEqual([])
  }
})

test.each(builtInCharts())('%s lists the images that it names by default', (name) => {
  const { annotations } = loadChart(chartFile(name)).metadata
  const listed = annotations?.get('artifacthub.io/images') ?? ''
  const images = [...listed.matchAll(/image: (\S+)/g)].map(([, image = '']) => image)
  const named = objectsOf({ chart: name, values: 'default' }, '1.36')
    .flatMap((object) => findImages(object))
    .map(({ image }) => image)
  expect([...new Set(named)].toSorted()).toEqual(images.toSorted())
})

test.each(builtInCharts())('%s takes every image from one registry when told so', (name) => {
  const text = 'global: { imageRegistry: mirror.example.test }'
  const outcome = render({ chart: name, values: 'default' }, '1.36', [text])
  const images = objects(outcome).flatMap((object) => findImages(object))
  const elsewhere = images.filter(({ image }) => !image.startsWith('mirror.example.test/'))
  expect(elsewhere.map(({ image }) => image)).toEqual([])
})

test.each(cases)('$chart with $values values labels what it makes', (one) => {
  const unlabelled = objectsOf(one, '1.36').filter(
    (object) => textAt(object, ['metadata', 'labels', 'app.kubernetes.io/instance']) !== 'demo',
  )
  expect(
    unlabelled.map((object) => `${object.kind} ${textAt(object, ['metadata', 'name'])}`),
  ).toEqual([])
})

test.each([
  {
    minor: '1.33',
    expected: { error: expect.stringContaining('defaultNoToken needs Kubernetes 1.34') },
  },
  {
    minor: '1.35',
    expected: { output: expect.stringContaining('v1beta1\nkind: MutatingAdmission') },
  },
  { minor: '1.36', expected: { output: expect.stringContaining('/v1\nkind: MutatingAdmission') } },
])('policy takes tokens away on $minor with what is served there', ({ minor, expected }) => {
  const one = { chart: 'policy', values: 'default' }
  expect(render(one, minor, ['defaultNoToken: true'])).toMatchObject(expected)
})

test('all-in-one refuses a dependency that is not there', () => {
  const text = 'plugins: { web: { enabled: true, dependsOn: [nothing] } }'
  expect(render({ chart: 'all-in-one', values: 'default' }, '1.36', [text])).toMatchObject({
    error: expect.stringContaining(
      'plugin web depends on nothing, which is not in plugins',
    ) as string,
  })
})

test('at least five charts render differently after the upgrade from 1.34 to 1.36', () => {
  const moved = builtInCharts().filter((chart) => {
    const one = cases.find((each) => each.chart === chart && each.values !== 'default')
    return [{ chart, values: 'default' }, one].some((each) => each && differs(each))
  })
  expect(moved.length).toBeGreaterThanOrEqual(5)
})

function differs(one: BuiltInCase): boolean {
  return JSON.stringify(objectsOf(one, '1.34')) !== JSON.stringify(objectsOf(one, '1.36'))
}

function objectsOf(one: BuiltInCase, minor: string): readonly KubeObject[] {
  const key = `${one.chart} ${one.values} ${minor}`
  const found = rendered.get(key) ?? objects(render(one, minor))
  rendered.set(key, found)
  return found
}

function objects(outcome: RenderOutcome): readonly KubeObject[] {
  if ('error' in outcome) throw new Error(outcome.error)
  return readManifest(outcome.output)
}

function render(one: BuiltInCase, minor: string, more: readonly string[] = []): RenderOutcome {
  return runRenderJob({
    chart: chartFile(one.chart),
    values: [
      ...valuesFiles(one).map((file) => readFileSync(file)),
      ...more.map((text) => Buffer.from(text)),
    ],
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    kubeVersion: `${minor}.0`,
    seed: 'a',
    now: moment,
  })
}
