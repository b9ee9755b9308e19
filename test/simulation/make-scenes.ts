import { charts } from './charts.ts'
import { platform } from './operators.ts'
import { givenInstance } from './platform-objects.ts'
import type { Random } from './random.ts'
import type { Change, DesiredInstance, Offered, DesiredPlugin } from './story.ts'

/** The people and objects of a story. */
export interface Scene {
  readonly keys: readonly string[]
  readonly tenants: readonly string[]
  readonly operators: number
  readonly hasEdge: boolean
}

/** Makes a desired for a plugin; the keys are of those that it may need. */
export type MakeDesired = (
  random: Random,
  before: readonly string[],
  plugin: string,
) => DesiredPlugin

/** Changes that belong together: each scene leads to a place where something went wrong once, or could. */
export function someScenes(random: Random, scene: Scene, desired: MakeDesired): readonly Change[] {
  const scenes: readonly (readonly [likelihood: number, make: () => readonly Change[]])[] = [
    [0.35, () => somePlant(random, scene)],
    [0.25, () => someTwin(random, scene, desired)],
    [0.12, () => someStranger(random, scene, desired)],
    [0.1, () => somePoor(random, scene, desired)],
    [0.1, () => someAdoption(random, scene, desired)],
    [0.25, () => someExtension(random, scene)],
  ]
  return scenes.flatMap(([likelihood, make]) => (random.happens(likelihood) ? make() : []))
}

// Somebody else's object stands where one of a release would.
function somePlant(random: Random, { keys, hasEdge }: Scene): readonly Change[] {
  const at = random.between(0, 30_000)
  if (random.happens(0.3)) return [{ at, what: 'plant', kind: 'CustomResourceDefinition' }]
  const plugin = random.among(keys)
  const end = random.oneOf(['main', 'extra'])
  const key = `${plugin}-${end}`
  const isPossible = hasEdge && plugin.startsWith(`${platform}/`)
  const on = isPossible && random.happens(0.6) ? ({ on: 'edge' } as const) : {}
  const planted = { at, what: 'plant', kind: 'ConfigMap', key, ...on } as const
  if (random.happens(0.5)) return [planted]
  // The object that its install failed over is still a person's when the plugin goes.
  return [planted, { at: random.between(35_000, 100_000), what: 'delete', plugin }]
}

// Two plugins are for one release, and the second one goes again, or is only switched off.
function someTwin(random: Random, { keys }: Scene, desired: MakeDesired): readonly Change[] {
  const other = random.among(keys)
  const [namespace = '', releaseName = ''] = other.split('/')
  const plugin = `${namespace}/twin`
  const at = random.between(5000, 60_000)
  const adopts = random.happens(0.2) ? { adopts: true } : {}
  const made = { ...desired(random, [], plugin), releaseName, ...adopts }
  const off = at + random.between(3000, 40_000)
  const end = off + random.between(2000, 40_000)
  return [
    { at, what: 'create', plugin, desired: made },
    ...(random.happens(0.5)
      ? [{ at: off, what: 'set', plugin, part: { enabled: false } } as const]
      : []),
    ...(random.happens(0.7) ? [{ at: end, what: 'delete', plugin } as const] : []),
  ]
}

// A tenant depends on a plugin of the platform, which somebody then deletes or disables.
function someStranger(
  random: Random,
  { keys, tenants }: Scene,
  desired: MakeDesired,
): readonly Change[] {
  const needed = keys.find((key) => key.startsWith(`${platform}/`))
  if (needed === undefined) return []
  const plugin = `${random.among(tenants)}/stranger`
  const at = random.between(1000, 40_000)
  const end = at + random.between(10_000, 60_000)
  const isDeleted = random.happens(0.6)
  const made = { ...desired(random, [], plugin), enabled: true }
  // One that is installed before it names what it may not see stays installed.
  const isLate = random.happens(0.6)
  const named = Math.min(at + random.between(5000, 9000), end - 500)
  return [
    { at, what: 'create', plugin, desired: { ...made, needs: isLate ? [] : [needed] } },
    ...(isLate ? [{ at: named, what: 'set', plugin, part: { needs: [needed] } } as const] : []),
    isDeleted
      ? { at: end, what: 'delete', plugin: needed }
      : { at: end, what: 'set', plugin: needed, part: { enabled: false } },
  ]
}

// A tenant's plugin may not create what it is made of, and is deleted while that is so.
function somePoor(random: Random, { tenants }: Scene, desired: MakeDesired): readonly Change[] {
  const tenant = random.among(tenants)
  const plugin = `${tenant}/poor`
  const at = random.between(1000, 60_000)
  const made = { ...desired(random, [], plugin), enabled: true }
  const end = at + random.between(5000, 60_000)
  return [
    { at, what: 'rights', tenant, may: 'no config maps' },
    { at: at + random.between(500, 3000), what: 'create', plugin, desired: made },
    { at: end, what: 'delete', plugin },
  ]
}

// A plugin adopts what a person has made.
function someAdoption(random: Random, { tenants }: Scene, desired: MakeDesired): readonly Change[] {
  const namespace = random.happens(0.5) ? platform : random.among(tenants)
  const plugin = `${namespace}/heir`
  const at = random.between(0, 40_000)
  const isLate = random.happens(0.5)
  const made = { ...desired(random, [], plugin), enabled: true, needs: [] }
  const adopting = { ...made, adopts: true }
  const then = at + random.between(500, 20_000)
  return [
    { at, what: 'plant', kind: 'ConfigMap', key: `${plugin}-main` },
    { at: then, what: 'create', plugin, desired: isLate ? made : adopting },
    ...(isLate
      ? [{ at: then + 10_000, what: 'set', plugin, part: { adopts: true } } as const]
      : []),
    ...(random.happens(0.4)
      ? [{ at: then + random.between(15_000, 60_000), what: 'delete', plugin } as const]
      : []),
  ]
}

// An Extension that people choose, or that a Profile enforces whatever people say.
function someExtension(random: Random, { tenants }: Scene): readonly Change[] {
  const begin = random.between(0, 20_000)
  const at = () => begin + random.between(1000, 100_000)
  const isEnforced = random.happens(0.5)
  const someone = random.happens(0.5) ? platform : random.among(tenants)
  const instance = isEnforced ? givenInstance : `${someone}/canvas`
  const changes: Change[] = [
    { at: begin, what: 'extension', offers: someOffer(random) },
    isEnforced
      ? { at: begin + 500, what: 'profile', color: someColor(random) }
      : { at: begin + 500, what: 'instance', instance, desired: someInstance(random) },
  ]
  for (let count = random.between(1, 4); count > 0; count--) {
    const dice = random.between(1, 10)
    if (dice <= 5)
      changes.push({ at: at(), what: 'instance', instance, desired: someInstance(random) })
    else if (dice <= 6) changes.push({ at: at(), what: 'instance', instance, desired: undefined })
    else if (dice <= 8) {
      const offers = random.happens(0.8) ? someOffer(random) : undefined
      changes.push({ at: at(), what: 'extension', offers })
    } else if (isEnforced) {
      const color = random.happens(0.7) ? someColor(random) : undefined
      changes.push({ at: at(), what: 'profile', color })
    }
  }
  return changes
}

function someOffer(random: Random): Offered {
  const versions = random.oneOf<Offered['versions']>([
    ['1.0.0', '1.1.0'],
    ['1.0.0', '2.0.0'],
    ['1.1.0', '2.0.0'],
  ])
  return { chart: random.oneOf(charts), versions }
}

function someInstance(random: Random): DesiredInstance {
  return { color: someColor(random), enabled: !random.happens(0.25) }
}

/** A color that a chart can be told. */
export function someColor(random: Random): string {
  return random.oneOf(['red', 'green', 'blue', 'white'])
}
