import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { recordedTiller } from '../../../test/conformance/tiller/recorded.ts'
import { decodeRelease, encodeRelease } from '../record/codec/codec.ts'
import { recordOfTiller } from './record-of-tiller.ts'
import {
  type TillerChart,
  type TillerFile,
  type TillerRelease,
  decodeTillerRelease,
} from './tiller-release.ts'

const named = (name: string, revision: number) => {
  const row = recordedTiller.find(({ read }) => read.name === name && read.version === revision)
  if (row === undefined) throw new Error(`no record of ${name}.v${revision}`)
  return row
}

/** Our reading, by the names of Helm 2's fields; zeros are left out, as Go leaves them out. */
function asHelm2(release: TillerRelease) {
  return present({
    name: release.name,
    info: present({
      status: present({
        code: release.status,
        notes: release.notes,
        last_test_suite_run:
          release.tests.length === 0 ? undefined : { results: release.tests.map(asTest) },
      }),
      first_deployed: asTime(release.firstDeployed),
      last_deployed: asTime(release.lastDeployed),
      deleted: asTime(release.deleted),
      Description: release.description,
    }),
    chart: asChart(release.chart),
    config: raw(release.config),
    manifest: release.manifest,
    hooks: release.hooks.map(({ deletePolicies, ...hook }) =>
      present({ ...hook, delete_policies: deletePolicies }),
    ),
    version: release.revision,
    namespace: release.namespace,
  })
}

const asFile = ({ name, data }: TillerFile) => ({ name, data: data.toString('base64') })

function asChart(chart: TillerChart): object {
  return present({
    metadata: chart.metadata,
    templates: chart.templates.map(asFile),
    dependencies: chart.dependencies.map(asChart),
    values: raw(chart.values),
    files: chart.files.map(({ name, data }) => ({
      type_url: name,
      value: data.toString('base64'),
    })),
  })
}

const raw = (text: string) => (text === '' ? undefined : { raw: text })
const asTime = (time: TillerRelease['deleted']) =>
  time && present({ seconds: time.seconds, nanos: time.nanoseconds })
const asTest = (run: TillerRelease['tests'][number]) =>
  present({
    name: run.name,
    status: run.status,
    started_at: asTime(run.startedAt),
    completed_at: asTime(run.completedAt),
  })

const isZero = (value: unknown) =>
  value === '' || value === 0 || value === undefined || (Array.isArray(value) && value.length === 0)

function present(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isZero(value)))
}

/** Helm 3 has no engines and no Tiller. */
const withoutHelm2 = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === 'engine' || key === 'tillerVersion' ? undefined : inner,
  )

test.each(recordedTiller)(
  '$read.name.v$read.version is read as Helm 2 reads it',
  ({ text, read }) => {
    expect(asHelm2(decodeTillerRelease(text))).toEqual(withoutHelm2(read))
  },
)

describe('a record of Helm 3', () => {
  const record = recordOfTiller(decodeTillerRelease(named('shop', 2).text))

  test('has what Helm 2 recorded, in the words of Helm 3', () => {
    expect(record).toMatchObject({
      name: 'shop',
      namespace: 'store',
      version: 2,
      info: {
        status: 'superseded',
        first_deployed: '2019-01-01T00:00:00.123456789Z',
        last_deployed: '2019-01-01T00:02:00.5Z',
        description: 'Upgrade complete',
        notes: 'Greets with welcome.\n',
      },
      config: { greeting: 'welcome', cache: { size: 3 } },
      manifest: named('shop', 2).read.manifest,
    })
    expect(record).not.toHaveProperty('apply_method')
  })

  test('has the defaults of subcharts under those of the chart', () => {
    expect(record.chart.values).toEqual({ greeting: 'hello', cache: { size: 1, kind: 'memory' } })
  })

  test('has hooks by the names of Helm 3, with the last run of a test', () => {
    expect(record.hooks).toMatchObject([
      {
        name: 'shop-test',
        events: ['test', 'pre-upgrade'],
        delete_policies: ['before-hook-creation', 'hook-succeeded'],
        weight: -5,
        last_run: {
          phase: 'Succeeded',
          started_at: '2019-01-01T00:03:20Z',
          completed_at: '2019-01-01T00:03:27Z',
        },
      },
    ])
  })

  test('survives the storage of Helm 3', () => {
    expect(decodeRelease(encodeRelease(record))).toEqual(record)
  })
})

test.each([
  ['gone', 1, { status: 'uninstalled', deleted: '2019-01-02T03:33:20Z' }],
  ['least', 1, { status: 'failed' }],
])('%s stands as it stood', (name, revision, info) => {
  expect(recordOfTiller(decodeTillerRelease(named(name, revision).text)).info).toMatchObject(info)
})

const whole = gunzipSync(Buffer.from(named('shop', 1).text, 'base64'))

test.each([
  ['nothing', Buffer.alloc(0), 'it is no record of Helm 2'],
  ['text', Buffer.from('hello'), 'it is no record of Helm 2'],
  ['half of a record', gzipSync(whole.subarray(0, whole.length / 2)), 'it is no record of Helm 2'],
  ['half of a gzip', gzipSync(whole).subarray(0, 300), 'it does not unpack'],
  ['a record of Helm 3', gzipSync('{"name":"shop","version":1}'), 'it is no record of Helm 2'],
])('%s is refused', (_, bytes, why) => {
  expect(() => decodeTillerRelease(bytes.toString('base64'))).toThrow(
    `the record of Tiller cannot be read: ${why}`,
  )
})

test('an uncompressed record is read, as Tiller reads its oldest ones', () => {
  expect(decodeTillerRelease(whole.toString('base64')).name).toBe('shop')
})
