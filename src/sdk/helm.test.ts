import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChartError, RenderError, loadChart, renderChart, renderTemplate } from './helm.ts'
import * as node from './helm-node.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const chartYaml = 'apiVersion: v2\nname: web\nversion: 1.0.0\n'
const chartOf = (template: string) =>
  loadChart([
    { name: 'Chart.yaml', data: bytes(chartYaml) },
    { name: 'values.yaml', data: bytes('a: 1\nb: {c: 2}\n') },
    { name: 'templates/a.yaml', data: bytes(template) },
  ])
const textOf = async (template: string, options = {}) => {
  const rendered = await renderChart(await chartOf(template), { name: 'demo', ...options })
  return rendered.manifests.map(({ text }) => text).join('\n')
}

test.each([
  { name: 'the defaults of the chart', options: {}, text: 'v: 1 2' },
  { name: 'values as data', options: { values: { b: { c: 3 } } }, text: 'v: 1 3' },
  { name: 'values as text', options: { values: 'a: 7' }, text: 'v: 7 2' },
  {
    name: 'layers, the later one over the earlier',
    options: { values: ['a: 7', { a: 8, b: { c: 9 } }, 'b: {c: 4}'] },
    text: 'v: 8 4',
  },
])('renders with $name', async ({ options, text }) => {
  expect(await textOf('v: {{ .Values.a }} {{ .Values.b.c }}', options)).toBe(text)
})

test('templates see the release and the cluster that were given', async () => {
  const template = 'v: {{ .Release.Name }} {{ .Release.Namespace }} {{ .Capabilities.KubeVersion }}'
  const options = { namespace: 'shop', kubeVersion: '1.33' }
  expect(await textOf(template, options)).toBe('v: demo shop v1.33')
})

test('the same seed gives the same bytes, another one others', async () => {
  const template = 'v: {{ randAlphaNum 20 }}'
  const [first, again, other] = await Promise.all(
    ['one', 'one', 'two'].map((seed) => textOf(template, { seed })),
  )
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('lookups are answered by the caller, also those that depend on one another', async () => {
  const template = `{{- $first := lookup "v1" "ConfigMap" "shop" "first" }}
v: {{ (lookup "v1" "ConfigMap" "shop" $first.data.next).data.text }}`
  const objects: Readonly<Record<string, object>> = {
    first: { data: { next: 'second' } },
    second: { data: { text: 'found' } },
  }
  const asked: string[] = []
  const lookup = async ({ name }: { readonly name: string }) => {
    asked.push(name)
    return objects[name]
  }
  expect(await textOf(template, { lookup })).toBe('v: found')
  expect(asked).toContain('first')
  expect(asked).toContain('second')
})

test.each([
  { where: 'a browser', render: renderChart },
  { where: 'Node', render: node.renderChart },
])('new keys are made as in $where', async ({ render }) => {
  const chart = await chartOf('v: {{ genPrivateKey "ecdsa" | quote }}')
  const { manifests } = await render(chart, { name: 'demo' })
  expect(manifests[0]?.text).toContain('BEGIN EC PRIVATE KEY')
})

test('DSA keys are made in Node', async () => {
  const chart = await chartOf('v: {{ genPrivateKey "dsa" | quote }}')
  const { manifests } = await node.renderChart(chart, { name: 'demo' })
  expect(manifests[0]?.text).toContain('BEGIN DSA PRIVATE KEY')
  await expect(renderChart(chart, { name: 'demo' })).rejects.toThrow('no DSA keys')
})

test('failures are errors with the text of Helm', async () => {
  await expect(textOf('{{ fail "no" }}')).rejects.toThrow(RenderError)
  await expect(loadChart([{ name: 'README.md', data: bytes('') }])).rejects.toThrow(ChartError)
  await expect(textOf('v: 1', { name: 'Not A Name' })).rejects.toThrow('Not A Name')
})

test('one template alone is executed with the functions of Helm', () => {
  expect(renderTemplate('{{ .who | upper }} {{ add 1 2 }}', { who: 'you' })).toBe('YOU 3')
})

test('Node loads a chart from a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-sdk-'))
  try {
    mkdirSync(join(folder, 'templates'))
    writeFileSync(join(folder, 'Chart.yaml'), chartYaml)
    expect(node.loadChartFrom(folder).metadata.name).toBe('web')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
