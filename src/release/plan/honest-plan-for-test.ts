import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import type { Chart, Table } from '../../chart/chart.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { type RecordedRender, renderChart } from '../../chart/render/render.ts'
import { copyTable, isTable } from '../../chart/values/table.ts'
import type { Value } from '../../formats/value.ts'
import type { FieldChange } from '../../objects/diff/diff-objects.ts'
import { readablePath } from '../../objects/diff/readable-path.ts'
import { printJson } from '../../objects/json-text.ts'
import { systemClock, sleepOn } from '../../std/clock.ts'
import { findDesired } from '../desired/desired-object.ts'
import { objectKey, printId } from '../desired/object-id.ts'
import { messageOf } from '../throw-failures.ts'
import { changesBetween } from './decide-object.ts'
import { type Plan, type PlannedObject, blockers, changesSomething } from './plan.ts'
import type { PlannedRelease } from './planned-release-for-test.ts'
import { type LiveObjects, readLive } from './read-live.ts'

const { signal } = new AbortController()

type Pick = (below: number) => number

/** A row of numbers that is the same for the same seed. */
export function seeded(seed: number): Pick {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Values with a few of a chart's own changed: numbers counted on, switches turned, texts made longer. */
export function changeValues(chart: Chart, base: Table, pick: Pick): Table {
  const values = copyTable(base)
  const leaves = leavesOf(chart.values, [])
  for (let left = 1 + pick(3); left > 0 && leaves.length > 0; left--) {
    const leaf = leaves[pick(leaves.length)]
    if (leaf !== undefined) setAt(values, leaf.path, changed(leaf.value, pick))
  }
  return values
}

interface Leaf {
  readonly path: readonly string[]
  readonly value: Value
}

function leavesOf(table: Table, path: readonly string[]): readonly Leaf[] {
  return [...table].flatMap(([name, value]): readonly Leaf[] => {
    const here = [...path, name]
    if (isTable(value) && value.size > 0) return leavesOf(value, here)
    const canChange = ['number', 'boolean', 'string'].includes(typeof value) || isTable(value)
    return canChange && value !== '' ? [{ path: here, value }] : []
  })
}

function changed(value: Value, pick: Pick): Value {
  if (typeof value === 'number') return value + 1 + pick(3)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value}${pick(10)}`
  return new Map([['example.com/changed', `v${pick(100)}`]])
}

function setAt(table: Table, [name = '', ...rest]: readonly string[], value: Value): void {
  if (rest.length === 0) {
    table.set(name, value)
    return
  }
  const inner = table.get(name)
  const below: Table = isTable(inner) ? inner : new Map()
  table.set(name, below)
  setAt(below, rest, value)
}

/** A chart rendered for the test's server; undefined when the chart does not take the values. */
export function tryRender(
  chart: Chart,
  values: Table,
  namespace: string,
): RecordedRender | undefined {
  try {
    return renderChart(chart, {
      values,
      release: { name: 'honest', namespace, revision: 1, isUpgrade: false },
      capabilities: capabilitiesOf(parseKubeVersion('v1.36.3')),
      entropy: nodeEntropy(),
      warn: () => {},
    })
  } catch {
    // Which values a chart does not take is its own affair; how many it takes is counted.
    return undefined
  }
}

interface Verdict {
  /** Where what happened is not what the plan said. */
  readonly lies: readonly string[]
  /** Whether it was carried out and changed something: otherwise the plan said that it could not be, or need not. */
  readonly changed: boolean
}

/** Carries out what a plan says, and compares what then happened. */
export async function judgePlan(
  release: PlannedRelease,
  rendered: RecordedRender,
): Promise<Verdict> {
  const plan = await release.plan(rendered)
  const before = await liveOf(release, plan)
  const failure = await release.carryOut(rendered).then(
    () => undefined,
    (error: unknown) => messageOf(error),
  )
  const said = blockers(plan).map(({ problem }) => problem.message)
  const isBlocked = said.length > 0
  if ((failure !== undefined) !== isBlocked) {
    const happened = failure === undefined ? 'it worked' : `it failed: ${failure}`
    const lie = `the plan names ${said.length} blockers (${said.join('; ')}), but ${happened}`
    return { lies: [lie], changed: false }
  }
  if (isBlocked) return { lies: [], changed: false }
  const after = await liveOf(release, plan)
  const lies = plan.objects.flatMap((planned) => liesAbout(planned, before, after))
  return { lies, changed: changesSomething(plan) }
}

async function liveOf({ client, discovery }: PlannedRelease, plan: Plan): Promise<LiveObjects> {
  const sought = await Promise.all(
    plan.objects.map(async ({ id }) => ({ id, resource: await discovery.findKind(id, signal) })),
  )
  const served = sought.flatMap(({ id, resource }) =>
    resource === undefined ? [] : [{ id, resource }],
  )
  return await readLive(client, served, signal)
}

function liesAbout(
  { id, action, changes }: PlannedObject,
  before: LiveObjects,
  after: LiveObjects,
): readonly string[] {
  const was = before.get(objectKey(id))
  const is = after.get(objectKey(id))
  const told = changes.filter(isDecided).map(printChange)
  const found =
    was === undefined || is === undefined
      ? []
      : changesBetween(was, is).filter(isDecided).map(printChange)
  const happened = whatHappened(was !== undefined, is !== undefined, found.length > 0)
  const expected = { adopt: 'change', keep: 'unchanged' }[action as string] ?? action
  const what = `${printId(id)}:`
  return [
    ...(happened === expected ? [] : [`${what} planned ${action}, happened ${happened}`]),
    ...found.filter((line) => !told.includes(line)).map((line) => `${what} not told: ${line}`),
    ...told
      .filter((line) => !found.includes(line))
      .map((line) => `${what} did not happen: ${line}`),
  ]
}

function whatHappened(was: boolean, is: boolean, differs: boolean): string {
  if (!was) return is ? 'create' : 'gone'
  if (!is) return 'prune'
  return differs ? 'change' : 'unchanged'
}

// The server chooses ports and addresses anew each time that it is asked; controllers count revisions.
const drawn = /(?:nodePort|clusterIPs?(?:\[\d+\])?|"deployment\.kubernetes\.io\/revision"\])$/i

function isDecided({ path }: FieldChange): boolean {
  return !drawn.test(readablePath(path))
}

function printChange(change: FieldChange): string {
  const path = readablePath(change.path)
  const values = [
    ...('before' in change ? [printJson(change.before)] : []),
    ...('after' in change ? [printJson(change.after)] : []),
  ]
  return `${change.is} ${path} ${values.join(' → ')}`
}

/** Applies the definitions of a chart and waits until they are served. */
export async function applyCrds(release: PlannedRelease, rendered: RecordedRender): Promise<void> {
  if (rendered.crds.length === 0) return
  await release.applyFiles(rendered.crds)
  const kinds = rendered.manifests.map(({ path, text }) => ({ path, text }))
  for (let attempt = 0; attempt < 50; attempt++) {
    release.discovery.invalidate()
    const place = { namespace: 'default', discovery: release.discovery }
    const desired = await findDesired(kinds, place, signal)
    if (desired.every(({ resource }) => resource !== undefined)) return
    await sleepOn(systemClock, 100, signal)
  }
}
