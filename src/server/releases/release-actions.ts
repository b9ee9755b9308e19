import { writeYaml } from '../../formats/yaml/write/write.ts'
import type { JsonObject } from '../../objects/json.ts'
import { computedValues } from '../../release/record/computed-values.ts'
import { tableOfJson } from '../../release/record/values-json.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { ProblemError } from '../http/problem.ts'
import type { Reply, SignedCall } from '../http/route.ts'
import { textOf } from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { checkMayReadSecrets, historyOf, newestRevisions, revisionOf } from './read-releases.ts'
import { driftOf } from './release-drift.ts'
import { objectsOf } from './release-objects.ts'
import { type ViewJob, errorOf } from '../threads/view-job.ts'
import type { RunView } from '../threads/view-threads.ts'
import { factsOf, maskedValues, outlineOf } from './release-views.ts'

type Outline = ReturnType<typeof outlineOf>

/** Records that are read at once for one page. */
const readsAtOnce = 16

const order: RowOrder<Outline> = {
  idOf: ({ namespace, name }) => `${namespace}/${name}`,
  fields: {
    name: ({ name }) => name,
    namespace: ({ namespace }) => namespace,
    status: ({ status }) => status,
    recorded: ({ recorded }) => recorded ?? '',
  },
}

/** A page of releases. Only the records of that page are read. */
export async function list(call: SignedCall): Promise<Reply> {
  const { query } = call
  const revisions = await newestRevisions(call, textOf(query['namespace']))
  const [status, search] = [textOf(query['status']), textOf(query['search'])]
  const rows = revisions.map(outlineOf).filter((one) => {
    const { owner } = one
    const texts = [one.namespace, one.name, one.status, owner?.name ?? '']
    return (status === '' || one.status === status) && hasWords(search, texts)
  })
  const page = cutPage(rows, order, cutRequestOf(query, 'name'))
  const whole = new Map<string, object>()
  await runBounded(
    page.items,
    readsAtOnce,
    async (one) => {
      whole.set(order.idOf(one), { ...one, ...(await factsOrWhyNot(call, one)) })
    },
    call.signal,
  )
  return {
    status: 200,
    body: { ...page, items: page.items.map((one) => whole.get(order.idOf(one))) },
  }
}

// One broken record, which anybody with Secrets of their own can write, must not hide the releases of others.
async function factsOrWhyNot(call: SignedCall, one: Outline): Promise<object> {
  try {
    return factsOf((await revisionOf(call, one, one.revision)).record)
  } catch (error) {
    if (!(error instanceof ProblemError) || ![404, 422].includes(error.status)) throw error
    const unknown = { updated: one.recorded ?? '', chart: '', chartVersion: '', appVersion: '' }
    return { ...unknown, description: `the record cannot be read: ${error.message}` }
  }
}

/** One revision of a release. */
export async function get(call: SignedCall): Promise<Reply> {
  const { stored, record } = await asked(call)
  const { icon: _, ...facts } = factsOf(record)
  return { status: 200, body: { ...outlineOf(stored), ...facts, notes: record.info.notes ?? '' } }
}

/** The revisions of a release, the newest first. */
export async function history(call: SignedCall): Promise<Reply> {
  const revisions = await historyOf(call, placeOf(call))
  const rows = revisions.map(({ record }) => factsOf(record))
  const found = rows.filter((one) => {
    const texts = [one.status, one.description, one.chart, one.chartVersion, one.appVersion]
    return hasWords(textOf(call.query['search']), [String(one.revision), ...texts])
  })
  return { status: 200, body: cutPage(found, historyOrder, cutRequestOf(call.query, '-revision')) }
}

/** The values of a revision: those that were given, or with the defaults of the chart. */
export async function values(call: SignedCall): Promise<Reply> {
  const { record } = await asked(call)
  const isAll = call.query['all'] === true
  const found: JsonObject = isAll ? computedValues(record) : (record.config ?? {})
  const shown = (await areSecretsShown(call)) ? found : (maskedValues(found) as JsonObject)
  const body = { revision: record.version, values: shown, text: yamlOf(shown) }
  return { status: 200, body }
}

/** The objects of a revision as they were rendered. */
export async function manifest(call: SignedCall, view: RunView): Promise<Reply> {
  const { record } = await asked(call)
  const secrets = (await areSecretsShown(call)) ? 'shown' : 'masked'
  const made = await viewed(call, view, { is: 'manifest', record: withoutFiles(record), secrets })
  if (!('manifest' in made)) throw new Error('a thread answered something else than a manifest')
  return { status: 200, body: { revision: record.version, ...made.manifest } }
}

/** The notes of a revision. */
export async function notes(call: SignedCall): Promise<Reply> {
  const { record } = await asked(call)
  return { status: 200, body: { revision: record.version, text: record.info.notes ?? '' } }
}

/** The objects of a revision as they are now. */
export async function objects(call: SignedCall): Promise<Reply> {
  const { record } = await asked(call)
  const all = await told(() => objectsOf(call.client, record, call.signal))
  return { status: 200, body: objectPage(all, call) }
}

/** How two revisions differ. */
export async function diff(call: SignedCall, view: RunView): Promise<Reply> {
  const place = placeOf(call)
  const to = await revisionOf(call, place, Number(call.query['to'] ?? 0))
  const before = Number(call.query['from'] ?? to.record.version - 1)
  // The first revision has none before it, and differs from itself in nothing.
  const from = await revisionOf(call, place, before < 1 ? to.record.version : before)
  const records = { from: withoutFiles(from.record), to: withoutFiles(to.record) }
  const made = await viewed(call, view, { is: 'diff', ...records })
  if (!('diff' in made)) throw new Error('a thread answered something else than a diff')
  return { status: 200, body: made.diff }
}

/** Has a view made where it keeps nobody waiting. */
function viewed({ identity, signal }: SignedCall, view: RunView, job: ViewJob) {
  return told(async () => {
    const made = await view(job, identity.user, signal)
    if ('failure' in made) throw errorOf(made)
    return made
  })
}

// Views show nothing of the files of a chart, which are most of a record.
function withoutFiles(record: ReleaseRecord): ReleaseRecord {
  const { metadata } = record.chart
  return { ...record, chart: { metadata } as ReleaseRecord['chart'] }
}

/** The changes of others to the objects of a release. */
export async function drift(call: SignedCall): Promise<Reply> {
  const place = placeOf(call)
  const { record } = await revisionOf(call, place, 0)
  const items = await told(() => driftOf(call.client, place, record.version, call.signal))
  return { status: 200, body: { revision: record.version, ...objectPage(items, call) } }
}

const historyOrder: RowOrder<ReturnType<typeof factsOf>> = {
  idOf: ({ revision }) => numberText(revision),
  fields: {
    revision: ({ revision }) => numberText(revision),
    status: ({ status }) => status,
    updated: ({ updated }) => updated,
  },
}

// As texts are compared, so are the numbers.
function numberText(number: number): string {
  return String(number).padStart(12, '0')
}

interface NamedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** A page of objects; in the order in which they came unless the query says otherwise. */
function objectPage<Row extends NamedObject>(all: readonly Row[], { query }: SignedCall) {
  const places = new Map(all.map((one, at) => [one, numberText(at)]))
  const rows = all.filter(({ apiVersion, kind, namespace, name }) =>
    hasWords(textOf(query['search']), [apiVersion, kind, namespace, name]),
  )
  const order: RowOrder<Row> = {
    idOf: ({ apiVersion, kind, namespace, name }) => [apiVersion, kind, namespace, name].join(' '),
    fields: {
      place: (one) => places.get(one) ?? '',
      kind: ({ kind }) => kind,
      name: ({ name }) => name,
    },
  }
  return cutPage(rows, order, cutRequestOf(query, 'place'))
}

function placeOf({ params }: SignedCall) {
  const { namespace = '', name = '' } = params
  return { namespace, name }
}

function asked(call: SignedCall) {
  return revisionOf(call, placeOf(call), Number(call.query['revision'] ?? 0))
}

async function areSecretsShown(call: SignedCall): Promise<boolean> {
  if (call.query['secrets'] !== 'shown') return false
  await checkMayReadSecrets(call, call.params['namespace'] ?? '')
  return true
}

function yamlOf(value: JsonObject): string {
  return `${writeYaml(tableOfJson(value))}\n`
}
