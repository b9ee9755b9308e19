import type { ChartName } from './charts.ts'
import { type Scene, someColor } from './make-scenes.ts'
import { platform } from './operators.ts'
import { Random } from './random.ts'
import type { Change, DesiredPlugin } from './story.ts'

const plain: DesiredPlugin = {
  chart: 'plain',
  version: '1.0.0',
  color: 'red',
  enabled: true,
  needs: [],
}

/** Scenes that were added later, by chance of their own: stories without them are as they were before there were any. */
export function someIntrusions(seed: number, scene: Scene): readonly Change[] {
  const random = new Random(`${seed} intrusions`)
  const scenes: readonly (readonly [likelihood: number, make: () => readonly Change[]])[] = [
    [0.12, () => someLeftHook(random, scene)],
    [0.1, () => someHanging(random, scene)],
    [0.15, () => someRefused(random, scene)],
  ]
  return scenes.flatMap(([likelihood, make]) => (random.happens(likelihood) ? make() : []))
}

// A Job that helm left of a hook of another release stands where a hook would.
function someLeftHook(random: Random, { tenants }: Scene): readonly Change[] {
  const plugin = `${random.happens(0.5) ? platform : random.among(tenants)}/porter`
  const at = random.between(1000, 40_000)
  const desired = { ...plain, chart: 'hooked' } as const
  const planted = at + random.between(-900, 20_000)
  return [
    { at: planted, what: 'plant', kind: 'Job', key: `${plugin}-prepare` },
    { at, what: 'create', plugin, desired },
    { at: at + 25_000, what: 'set', plugin, part: { version: random.oneOf(['1.1.0', '2.0.0']) } },
    ...(random.happens(0.5) ? [{ at: at + 60_000, what: 'delete', plugin } as const] : []),
  ]
}

// More hooks that never end than there are workers.
function someHanging(random: Random, { tenants }: Scene): readonly Change[] {
  const tenant = random.among(tenants)
  const begin = random.between(0, 60_000)
  return Array.from({ length: random.between(4, 7) }, (_, number) => {
    const plugin = `${tenant}/slow-${number}`
    const at = begin + random.between(0, 2000)
    const end = at + random.between(5000, 40_000)
    const desired = { ...plain, chart: 'hanging', timeout: '1h' } as const
    const ends: readonly [readonly Change[], ...(readonly Change[])[]] = [
      [],
      [{ at: end, what: 'delete', plugin }],
      [{ at: end, what: 'set', plugin, part: { enabled: false } }],
      [{ at: end, what: 'set', plugin, part: { chart: 'plain' } }],
    ]
    return [{ at, what: 'create', plugin, desired } as const, ...random.oneOf(ends)]
  }).flat()
}

// The server refuses what a chart makes of a Secret, and quotes it; then something else stands in the way for a while.
function someRefused(random: Random, { tenants }: Scene): readonly Change[] {
  const tenant = random.among(tenants)
  const plugin = `${tenant}/refused`
  const at = random.between(1000, 40_000)
  const chart = random.oneOf<ChartName>(['refused', 'refused', 'plain'])
  const version = chart === 'plain' ? '3.0.0' : '1.0.0'
  const desired = { ...plain, chart, version, valuesFrom: 'Secret', interval: '24h' } as const
  const away = at + random.between(5000, 40_000)
  return [
    { at: at - 500, what: 'values', plugin, kind: 'Secret', color: someColor(random) },
    { at, what: 'create', plugin, desired },
    { at: away, what: 'account', tenant, is: 'gone' },
    { at: away + random.between(5000, 30_000), what: 'account', tenant, is: 'there' },
    ...(random.happens(0.3) ? [{ at: away + 60_000, what: 'delete', plugin } as const] : []),
  ]
}
