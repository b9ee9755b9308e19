import { brokenVersion, charts } from './charts.ts'
import { someIntrusions } from './make-intrusions.ts'
import { type Scene, someColor, someScenes } from './make-scenes.ts'
import { platform } from './operators.ts'
import { Random } from './random.ts'
import type { Change, Fault, Rights, Story, DesiredPlugin } from './story.ts'

/** Milliseconds in which things change and go wrong. */
const length = 150_000
const goodVersions = ['1.0.0', '1.1.0', '2.0.0'] as const
type WithoutTime<C> = C extends unknown ? Omit<C, 'at'> : never
type ChangeOfPlugin = WithoutTime<Extract<Change, { readonly what: 'set' | 'delete' | 'create' }>>

const names = ['apple', 'birch', 'cedar', 'daisy', 'elder'] as const

/** The story of a seed. */
export function storyOf(seed: number): Story {
  const random = new Random(`${seed} story`)
  const tenants = random.happens(0.5) ? ['team-a', 'team-b'] : ['team-a']
  const operators = random.happens(0.5) ? 2 : 1
  const hasEdge = random.happens(0.25)
  const keys = pluginKeys(random, tenants)
  const minor = random.oneOf([33, 34, 35, 36])
  const made = someChanges(random, { keys, tenants, operators, hasEdge })
  const timely = freezing(seed, made).toSorted((one, other) => one.at - other.at)
  const faults = Array.from({ length: random.between(0, 6) }, () =>
    someFault(random, { operators, hasEdge, changes: timely }),
  )
  const later = someIntrusions(seed, { keys, tenants, operators, hasEdge })
  const changes = [...timely, ...later].toSorted((one, other) => one.at - other.at)
  return { seed: `${seed}`, operators, tenants, hasEdge, minor, changes, faults }
}

// By chance of its own, so that stories without windows are as they were before there were any.
function freezing(seed: number, changes: readonly Change[]): readonly Change[] {
  const random = new Random(`${seed} windows`)
  if (!random.happens(0.3)) return changes
  const begin = random.between(0, 2)
  const frozen = [begin, begin + random.between(1, 3)] as const
  const plugin = random.among(changes.flatMap((one) => (one.what === 'create' ? one.plugin : [])))
  return changes.map((one) =>
    one.what === 'create' && one.plugin === plugin
      ? { ...one, desired: { ...one.desired, frozen } }
      : one,
  )
}

function pluginKeys(random: Random, tenants: readonly string[]): readonly string[] {
  return names.slice(0, random.between(3, names.length)).map((name) => {
    const tenant = tenants[random.between(0, tenants.length - 1)] ?? platform
    return `${random.happens(0.5) ? platform : tenant}/${name}`
  })
}

function someChanges(random: Random, scene: Scene): readonly Change[] {
  const { keys, hasEdge } = scene
  const changes: Change[] = keys.map((plugin, at) => ({
    at: random.between(1000, 20_000),
    what: 'create',
    plugin,
    desired: placed(random, plugin, someDesired(random, keys.slice(0, at), plugin), hasEdge),
  }))
  if (hasEdge) changes.push({ at: random.between(0, 20_000), what: 'cluster', is: 'there' })
  changes.push(...someScenes(random, scene, someDesired))
  const count = random.between(3, 16)
  for (let made = 0; made < count; made++) {
    changes.push(someChange(random, random.between(5000, length), scene))
  }
  return changes
}

// Nothing runs on the other cluster, so that only charts without workloads go there.
function placed(
  random: Random,
  plugin: string,
  desired: DesiredPlugin,
  hasEdge: boolean,
): DesiredPlugin {
  const isPossible = hasEdge && plugin.startsWith(`${platform}/`)
  if (!isPossible || random.happens(0.4)) return desired
  return {
    ...desired,
    chart: random.oneOf(['plain', 'brings', 'random']),
    needs: [],
    cluster: 'edge',
  }
}

function someDesired(random: Random, before: readonly string[], plugin: string): DesiredPlugin {
  const need = before[random.between(0, before.length - 1)]
  const isNear = need !== undefined && need.split('/')[0] === plugin.split('/')[0]
  return {
    chart: random.oneOf(charts),
    version: random.oneOf(goodVersions),
    color: someColor(random),
    enabled: !random.happens(0.1),
    // A tenant may name what is not its own, which must neither tell it anything nor hold anything.
    needs: need !== undefined && random.happens(isNear ? 0.6 : 0.15) ? [need] : [],
    ...(random.happens(0.05) ? { needsReview: true } : {}),
    ...(random.happens(0.2) ? { conflicts: random.oneOf(['take', 'yield']) } : {}),
    ...(random.happens(0.2) ? { onFailure: 'rollback' } : {}),
    ...(random.happens(0.3) ? { drift: 'correct' } : {}),
    ...(random.happens(0.2) ? { fromRepository: true } : {}),
    ...(random.happens(0.15) ? { valuesFrom: someKind(random) } : {}),
  }
}

function someChange(random: Random, at: number, scene: Scene): Change {
  const { keys, tenants, operators, hasEdge } = scene
  if (hasEdge && random.happens(0.12)) {
    return { at, what: 'cluster', is: random.oneOf(['there', 'gone']) }
  }
  const plugin = random.among(keys)
  if (random.happens(0.65)) return { at, ...someWrite(random, plugin) }
  const tenant = random.among(tenants)
  const dice = random.between(1, 100)
  if (dice <= 15) return { at, what: 'retry', plugin }
  if (dice <= 35) return { at, what: 'drift', plugin, how: random.oneOf(['edit', 'remove']) }
  if (dice <= 48) {
    const may = random.oneOf<Rights>(['everything', 'no config maps', 'nothing'])
    return { at, what: 'rights', tenant, may }
  }
  if (dice <= 57) return { at, what: 'account', tenant, is: random.oneOf(['there', 'gone']) }
  if (dice <= 64) return { at, what: 'kubernetes', minor: random.oneOf([34, 35, 36]) }
  if (dice <= 74) {
    return { at, what: 'repository', is: random.oneOf(['there', 'moved', 'private', 'gone']) }
  }
  if (dice <= 90) {
    return { at, what: 'values', plugin, kind: someKind(random), color: someColor(random) }
  }
  return { at, what: 'restart', operator: random.between(0, operators - 1) }
}

// Fields that people write into a plugin.
function someWrite(random: Random, plugin: string): ChangeOfPlugin {
  const dice = random.between(1, 100)
  const set = (part: Partial<DesiredPlugin>) => ({ what: 'set', plugin, part }) as const
  if (dice <= 33) return set({ color: someColor(random) })
  if (dice <= 51) return set({ version: random.oneOf(goodVersions) })
  if (dice <= 56) return set({ version: brokenVersion })
  if (dice <= 67) return set({ enabled: random.happens(0.5) })
  if (dice <= 80) return { what: 'delete', plugin }
  if (dice <= 86) return { what: 'create', plugin, desired: someDesired(random, [], plugin) }
  if (dice <= 91) return set(random.happens(0.7) ? { pin: random.between(1, 2) } : {})
  if (dice <= 95) return set({ needs: [] })
  return set({ suspend: random.happens(0.5) })
}

interface Trouble extends Pick<Scene, 'operators' | 'hasEdge'> {
  readonly changes: readonly Change[]
}

// Half of them begin while a change is being carried out.
function beginOf(random: Random, changes: readonly Change[]): number {
  const change = changes[random.between(0, changes.length - 1)]
  if (change === undefined || random.happens(0.5)) return random.between(0, length - 30_000)
  return change.at + random.between(5, 400)
}

function someFault(random: Random, { operators, hasEdge, changes }: Trouble): Fault {
  const from = beginOf(random, changes)
  const operator = random.between(0, operators - 1)
  const short = from + random.between(1000, 15_000)
  const long = from + random.between(5000, 40_000)
  if (hasEdge && random.happens(0.3)) return { what: 'edge away', from, to: long }
  const dice = random.between(1, 100)
  if (dice <= 12) {
    const share = random.oneOf([0.05, 0.2, 0.6])
    return { what: 'lose', from, to: long, when: random.oneOf(['before', 'after']), share }
  }
  if (dice <= 24) {
    const status = random.oneOf<409 | 429 | 500 | 504>([409, 429, 500, 504])
    return { what: 'refuse', from, to: long, status, share: random.oneOf([0.05, 0.2, 0.6]) }
  }
  if (dice <= 32) return { what: 'slow', from, to: long, by: random.oneOf([200, 1500]) }
  if (dice <= 42) return { what: 'late events', from, to: long, by: random.oneOf([500, 5000]) }
  if (dice <= 48) return { what: 'break watches', at: from }
  if (dice <= 54) return { what: 'expire watches', at: from }
  if (dice <= 64) {
    return { what: 'partition', operator, from, to: long, how: random.oneOf(['silent', 'refused']) }
  }
  if (dice <= 70) return { what: 'stop', operator, from, to: long }
  if (dice <= 74) return { what: 'no charts', from, to: short }
  const side = random.oneOf<'before' | 'after'>(['before', 'after'])
  if (random.happens(0.3)) {
    return { what: 'crash', operator, request: random.between(20, 400), side }
  }
  const change = changes[random.between(0, changes.length - 1)]
  const since = (change?.at ?? 0) + random.between(0, 60)
  return { what: 'crash', operator, since, request: random.between(1, 40), side }
}

function someKind(random: Random): 'ConfigMap' | 'Secret' {
  return random.happens(0.5) ? 'ConfigMap' : 'Secret'
}
