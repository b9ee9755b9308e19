import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { conditionOf, readPath } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data: {note: {{ .Values.note | quote }}, count: {{ .Values.count | quote }}}
`
const files = { 'values.yaml': 'note: none\n', 'templates/settings.yaml': settings }

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

function source(more: JsonRecord = {}): JsonRecord {
  return { repo: charts.url, name: 'web', chartVersion: '1.0.0', ...more }
}

function holding(kind: string, name: string, texts: Record<string, string>) {
  const isSecret = kind === 'Secret'
  const data = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      isSecret ? Buffer.from(text).toString('base64') : text,
    ]),
  )
  return { apiVersion: 'v1', kind, metadata: { name, namespace: platform }, data }
}

const textNote = { type: 'object', properties: { note: { type: 'string' } } }

test.each(['ConfigMap', 'Secret'])(
  'what a %s holds is installed only after it was checked',
  async (kind) => {
    const name = `checked-${kind.toLowerCase()}`
    const held = (text: string) => stage.apply(core(kind), holding(kind, name, { all: text }))
    await stage.put('Extension', name, { parameters: textNote, sources: [source()] })
    await held('note: first\ncount: 3\n')
    const spec = { extension: name, parametersFrom: [{ kind, name, key: 'all' }] }
    await stage.put('ExtensionInstance', name, spec)
    await stage.ready('ExtensionInstance', name)
    expect(await stage.data(`${name}-settings`)).toEqual({ note: 'first', count: '3' })
    await held('note: 5\n')
    await stage.ready('ExtensionInstance', name, 'InvalidParameters')
    const plugin = await stage.ready('Plugin', name)
    // Written anew for another reason, it still has what was checked.
    await stage.put('Plugin', name, { timeout: '4m' })
    await stage.ready('Plugin', name)
    expect(readPath(plugin, ['spec', 'valuesFrom'])).toEqual([
      { kind: 'Secret', name: `${name}-extension-values`, key: keyOfValues, optional: false },
    ])
    expect(await stage.data(`${name}-settings`)).toEqual({ note: 'first', count: '3' })
    await held('note: second\n')
    await stage.ready('ExtensionInstance', name)
    expect(await stage.data(`${name}-settings`)).toMatchObject({ note: 'second' })
  },
)

const keyOfValues: unknown = expect.stringMatching(/^values-[0-9a-f]{16}\.yaml$/)

const secret = 'hunter2secret'
const leaks: readonly {
  readonly name: string
  readonly text?: string
  readonly key?: string
  readonly parameters?: JsonRecord
  readonly values?: string
  readonly said: string
}[] = [
  {
    name: 'leak-pattern',
    parameters: { type: 'object', properties: { note: { type: 'string', pattern: '^x' } } },
    said: `at '/note': does not fit {"type":"string","pattern":"^x"}`,
  },
  {
    name: 'leak-name',
    text: `${secret}: 1\n`,
    key: 'all',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    said: `at '': does not fit {"type":"object","additionalProperties":false}`,
  },
  {
    name: 'leak-inner',
    text: `more: {${secret}: 1}\n`,
    key: 'all',
    parameters: {
      type: 'object',
      properties: { more: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    said: `at '/more': does not fit`,
  },
  {
    name: 'leak-combined',
    parameters: {
      type: 'object',
      properties: { note: { anyOf: [{ type: 'integer' }, { enum: ['a'] }] } },
    },
    said: `at '/note': does not fit`,
  },
  {
    name: 'leak-fail',
    values: 'note: {{ fail (printf "not %s" .Parameters.note) }}\n',
    said: 'fails at source/values:1:9; parameters come from Secrets, so what it says is not told',
  },
  {
    name: 'leak-required',
    values: 'note: {{ required .Parameters.note .Parameters.other }}\n',
    said: 'so what it says is not told',
  },
  {
    name: 'leak-yaml',
    text: `note: [${secret}\n`,
    key: 'all',
    said: `all of Secret ${platform}/leak-yaml does not read: line 1`,
  },
  {
    name: 'leak-list',
    text: `- ${secret}\n`,
    key: 'all',
    said: `all of Secret ${platform}/leak-list does not read`,
  },
]

test.each(leaks)('nothing of a Secret is told: $name', async (row) => {
  const { name, text, key = 'note', parameters, values, said } = row
  await stage.apply(core('Secret'), holding('Secret', name, { [key]: text ?? secret }))
  await stage.put('Extension', name, {
    ...(parameters === undefined ? {} : { parameters }),
    sources: [source(values === undefined ? {} : { values })],
  })
  await stage.put('ExtensionInstance', name, {
    extension: name,
    parametersFrom: [{ kind: 'Secret', name, ...(row.key === undefined ? {} : { key }) }],
  })
  const found = await stage.ready('ExtensionInstance', name, 'InvalidParameters')
  expect(conditionOf(found, 'Ready')?.message).toContain(said)
  await expect.poll(() => stage.warnings([name])).not.toEqual([])
  expect(JSON.stringify(await told(name))).not.toContain(secret)
})

async function told(name: string): Promise<unknown> {
  const events = await listObjects(
    stage.client,
    { resource: core('Event') },
    {},
    AbortSignal.timeout(30_000),
  )
  return [
    await stage.get('ExtensionInstance', name),
    await stage.get('Plugin', name),
    events.objects,
  ]
}

test('a Secret of somebody else is neither written nor deleted', async () => {
  const name = 'lodger'
  const theirs = holding('Secret', `${name}-extension-values`, { mine: 'precious' })
  await stage.apply(core('Secret'), theirs)
  await stage.put('Extension', name, { sources: [source({ values: 'note: made\n' })] })
  await stage.put('ExtensionInstance', name, { extension: name })
  const refused = await stage.ready('ExtensionInstance', name, 'Conflict')
  expect(conditionOf(refused, 'Ready')?.message).toContain(
    `there is a Secret ${platform}/lodger-extension-values already that is not of this instance`,
  )
  expect((await stage.get('Secret', `${name}-extension-values`))?.['data']).toEqual(theirs.data)
  await stage.delete('Secret', `${name}-extension-values`)
  await stage.ready('ExtensionInstance', name)
  expect(await stage.data(`${name}-settings`)).toMatchObject({ note: 'made' })
})

test('a Secret of somebody else outlives an instance that needs none', async () => {
  const name = 'guest'
  const theirs = holding('Secret', `${name}-extension-values`, { mine: 'precious' })
  await stage.apply(core('Secret'), theirs)
  await stage.put('Extension', name, { sources: [source()] })
  await stage.put('ExtensionInstance', name, { extension: name })
  await stage.ready('ExtensionInstance', name)
  await stage.delete('ExtensionInstance', name)
  await stage.gone('ExtensionInstance', name)
  expect((await stage.get('Secret', `${name}-extension-values`))?.['data']).toEqual(theirs.data)
})
