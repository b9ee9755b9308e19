import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage
beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(() => stage.close())

const secret = 'Hunter2_in_clear'
const coded = Buffer.from(secret).toString('base64')
const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n'

const reversed = [...secret].toReversed().join('')
const hex = Buffer.from(secret).toString('hex')
const twice = Buffer.from(coded).toString('base64')
/** The text that nobody may read without the right to read the Secret. */
const forms = [secret, coded, secret.toUpperCase(), secret.toLowerCase(), reversed, hex, twice]

const rows = [
  {
    name: 'a chart that fails',
    template:
      '{{ fail (printf "%s is too weak, so is %s" .Values.password (b64enc .Values.password)) }}',
    reason: 'RenderFailed',
    said: 'the chart refuses its values (fail or required) at leak-0/templates/one.yaml:1:3',
  },
  {
    name: 'a chart that fails in capitals',
    template: '{{- $x := "" }}\n{{ fail (upper .Values.password) }}',
    reason: 'RenderFailed',
    said: 'leak-1/templates/one.yaml:2:3',
  },
  {
    name: 'a chart that fails backwards',
    template: '{{ fail (splitList "" .Values.password | reverse | join "") }}',
    reason: 'RenderFailed',
    said: 'leak-2/templates/one.yaml:1',
  },
  {
    name: 'a chart that fails in hex',
    template: '{{ fail (printf "%x" .Values.password) }}',
    reason: 'RenderFailed',
    said: 'leak-3/templates/one.yaml:1',
  },
  {
    name: 'a chart that fails in base64 of base64',
    template: '{{ fail (b64enc (b64enc .Values.password)) }}',
    reason: 'RenderFailed',
    said: 'leak-4/templates/one.yaml:1',
  },
  {
    name: 'a function that quotes what it was given',
    template: '{{ toDate (lower .Values.password) | int }}{{ semver (lower .Values.password) }}',
    reason: 'RenderFailed',
    said: 'a template fails at leak-5/templates/one.yaml:1',
  },
  {
    name: 'the schema of a chart',
    template: map,
    schema: { properties: { password: { enum: ['a', 'b'], pattern: '^[a-z]*$' } } },
    reason: 'InvalidValues',
    said: "the values do not fit the schema of the chart at '/password'",
  },
  {
    name: 'what renders to no YAML',
    template: `${map}data: {a: b\n{{ upper .Values.password }}: [`,
    reason: 'RenderFailed',
    said: 'what leak-7/templates/one.yaml renders to is no YAML',
  },
  {
    name: 'a name that the server refuses',
    template: map.replace('name: x', 'name: "{{ upper .Values.password }}"'),
    reason: 'InstallFailed',
    said: 'refused by the API server: Invalid at metadata.name',
  },
  {
    name: 'a field that the server does not know',
    template: `${map}data: {a: [{{ printf "%x" .Values.password }}]}`,
    reason: 'InstallFailed',
    said: 'refused by the API server',
  },
  {
    name: 'a kind that is not served',
    template: map.replace('kind: ConfigMap', 'kind: "{{ upper .Values.password }}"'),
    reason: 'KindNotServed',
    said: 'a kind is not served by the cluster',
  },
  {
    name: 'values that do not read',
    template: map,
    key: 'values.yaml',
    text: `password: ${secret}\n  - ${secret}: [\n`,
    reason: 'InvalidValues',
    said: `values.yaml of Secret ${platform}/`,
  },
]

test.each(rows.map((row, at) => ({ ...row, id: `leak-${at}` })))(
  'nothing of a Secret is told by $name',
  async ({ id, template, schema, reason, said, key, text }) => {
    await writeChart(id, template, schema)
    const data = { [key ?? 'password']: Buffer.from(text ?? secret).toString('base64') }
    const metadata = { name: id, namespace: platform }
    await stage.apply(core('Secret'), { apiVersion: 'v1', kind: 'Secret', metadata, data })
    const from = { kind: 'Secret', name: id, ...(key === undefined ? {} : { key }) }
    await stage.plugin(id, { repo: `file://${join(stage.files, id)}`, valuesFrom: [from] })
    const plugin = await stage.ready(id, reason)
    const ready = plugin.status.conditions?.find(({ type }) => type === 'Ready')
    expect(ready?.message).toContain(said)
    const told = [
      await stage.get(resourceOf(pluginKind), platform, id),
      ...(await stage.list(core('Event'))),
      ...stage.passes.map(({ error }) => String(error)),
    ]
    for (const form of forms) expect(JSON.stringify(told)).not.toContain(form)
  },
)

test('who may read Secrets finds the whole text in one, until the plugin works', async () => {
  const name = 'whole'
  const template = '{{ if .Values.password }}{{ fail (upper .Values.password) }}{{ end }}'
  await writeChart(name, `${template}${map.replace('name: x', 'name: whole')}`, undefined)
  const metadata = { name, namespace: platform }
  const data = { password: coded }
  await stage.apply(core('Secret'), { apiVersion: 'v1', kind: 'Secret', metadata, data })
  const spec = { repo: `file://${join(stage.files, name)}` }
  const valuesFrom = [{ kind: 'Secret', name }]
  await stage.plugin(name, { ...spec, valuesFrom })
  const failed = await stage.ready(name, 'RenderFailed')
  const ready = failed.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toContain(`Secret ${platform}/outrigger.failure.${name}`)
  const kept = await stage.get(core('Secret'), platform, `outrigger.failure.${name}`)
  const text = Buffer.from(textAt(kept, ['data', 'message']), 'base64').toString()
  expect(text).toContain(secret.toUpperCase())
  expect(kept?.metadata['ownerReferences']).toMatchObject([{ kind: 'Plugin', name }])
  await stage.plugin(name, { ...spec, valuesFrom: [] })
  await stage.ready(name)
  await stage.until('the text is gone', async () => {
    const left = await stage.get(core('Secret'), platform, `outrigger.failure.${name}`)
    return left === undefined
  })
})

test('a Secret that somebody has under that name is not touched', async () => {
  const name = 'taken'
  await writeChart(name, '{{ fail .Values.password }}', undefined)
  const data = { password: coded }
  for (const one of [name, `outrigger.failure.${name}`]) {
    const metadata = { name: one, namespace: platform }
    await stage.apply(core('Secret'), { apiVersion: 'v1', kind: 'Secret', metadata, data })
  }
  const valuesFrom = [{ kind: 'Secret', name }]
  await stage.plugin(name, { repo: `file://${join(stage.files, name)}`, valuesFrom })
  const failed = await stage.ready(name, 'RenderFailed')
  const ready = failed.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toContain('values come from Secrets')
  expect(ready?.message).not.toContain('outrigger.failure')
  const kept = await stage.get(core('Secret'), platform, `outrigger.failure.${name}`)
  expect(kept?.['data']).toEqual(data)
})

test('a key that is not there is waited for, and not taken for empty', async () => {
  const name = 'keyless'
  await writeChart(name, `${map}data: {colour: {{ .Values.colour | default "none" }}}\n`, undefined)
  const hold = (data: Record<string, string>) =>
    stage.apply(core('ConfigMap'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: platform },
      data,
    })
  await hold({ other: 'colour: red' })
  const valuesFrom = [{ kind: 'ConfigMap', name, key: 'values' }]
  await stage.plugin(name, { repo: `file://${join(stage.files, name)}`, valuesFrom })
  const waiting = await stage.ready(name, 'ValuesNotFound')
  const ready = waiting.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toContain(
    `ConfigMap ${platform}/${name}, which holds values, has no key values`,
  )
  await hold({ values: 'colour: red' })
  await stage.ready(name)
  const found = await stage.get(core('ConfigMap'), platform, 'x')
  expect(found?.['data']).toEqual({ colour: 'red' })
})

async function writeChart(name: string, template: string, schema: object | undefined) {
  const folder = join(stage.files, name)
  await mkdir(join(folder, 'templates'), { recursive: true })
  await writeFile(join(folder, 'Chart.yaml'), `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`)
  await writeFile(join(folder, 'templates', 'one.yaml'), template)
  if (schema === undefined) return
  await writeFile(join(folder, 'values.schema.json'), JSON.stringify(schema))
}
