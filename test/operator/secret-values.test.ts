import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
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

const rows = [
  {
    name: 'a chart that fails',
    template:
      '{{ fail (printf "%s is too weak, so is %s" .Values.password (b64enc .Values.password)) }}',
    reason: 'RenderFailed',
    said: '*** is too weak, so is ***',
  },
  {
    name: 'the schema of a chart',
    template: map,
    schema: { properties: { password: { enum: ['a', 'b'], pattern: '^[a-z]*$' } } },
    reason: 'InvalidValues',
    said: "at '/password'",
  },
  {
    name: 'what renders to no YAML',
    template: `${map}data: {a: b\n{{ .Values.password }}: [`,
    reason: 'RenderFailed',
    said: 'YAML parse error',
  },
  {
    name: 'what the server refuses',
    template: map.replace('name: x', 'name: "{{ .Values.password }}"'),
    reason: 'InstallFailed',
    said: '***',
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
    expect(JSON.stringify(told)).not.toContain(secret)
    expect(JSON.stringify(told)).not.toContain(coded)
  },
)

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
