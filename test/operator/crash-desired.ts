import type { JsonObject } from '../../src/objects/json.ts'

/** The state that one plugin is asked for, and the objects that must then be there. */
export interface DesiredPlugin {
  readonly namespace: string
  readonly name: string
  readonly state: 'installed' | 'disabled' | 'deleted'
  readonly spec: JsonObject
  /** The newest revision before this was asked; 0 when there was no release. */
  readonly known: number
  /** How many revisions more this takes. */
  readonly steps: 0 | 1
  /** The contents of the release. */
  readonly content: string
  /** The contents of each revision that can be rolled back to. */
  readonly contents: ReadonlyMap<number, string>
}

export interface PluginPlaces {
  readonly repo: string
  readonly namespaces: readonly string[]
}

/** The plugins of the first round: chains of three in each namespace, a hook in every fifth. */
export function firstDesired(
  count: number,
  { repo, namespaces }: PluginPlaces,
): readonly DesiredPlugin[] {
  return Array.from({ length: count }, (_, at): DesiredPlugin => {
    const namespace = namespaces[Math.floor(at / chain) % namespaces.length] ?? ''
    const dependsOn = at % chain === 0 ? [] : [{ plugin: nameOf(at - 1) }]
    const chart = at % 5 === 0 ? 'hooked' : 'plain'
    const spec = { repo, name: chart, version: '1.0.0', dependsOn, timeout: '5m' }
    return { namespace, name: nameOf(at), state: 'deleted', spec, ...none }
  })
}

const chain = 3
const none = { known: 0, steps: 0, content: '', contents: new Map<number, string>() } as const

function nameOf(at: number): string {
  return `plugin-${at}`
}

/** The next request to a plugin. Only the last of a chain goes: the others are kept for those that need them. */
export function nextDesired(
  before: DesiredPlugin,
  at: number,
  round: number,
  draw: () => number,
): DesiredPlugin {
  if (before.state !== 'installed') return changed(before, round, draw)
  const chance = draw()
  const isLast = at % chain === chain - 1
  if (isLast && chance < 0.15) return gone(before, 'disabled')
  if (isLast && chance < 0.3) return gone(before, 'deleted')
  if (chance > 0.9) return before
  const older = [...before.contents.keys()].filter((one) => one < before.known)
  const pin = older.at(-1)
  if (chance <= 0.75 || pin === undefined) return changed(before, round, draw)
  const content = before.contents.get(pin) ?? ''
  return { ...before, spec: { ...before.spec, pin }, steps: 1, content }
}

/** The same once it is there: what it was asked is done, as this revision. */
export function doneDesired(wanted: DesiredPlugin, revision: number): DesiredPlugin {
  if (wanted.state !== 'installed') return wanted
  const contents = new Map(wanted.contents).set(revision, wanted.content)
  return { ...wanted, known: revision, steps: 0, contents }
}

function changed(before: DesiredPlugin, round: number, draw: () => number): DesiredPlugin {
  const { pin: _pin, ...spec } = before.spec
  const version = draw() < 0.5 ? '1.0.0' : '1.1.0'
  const desired = { ...spec, version, values: { round }, enabled: true }
  const content = `${round} ${version}`
  return { ...before, state: 'installed', spec: desired, steps: 1, content }
}

function gone(before: DesiredPlugin, state: 'disabled' | 'deleted'): DesiredPlugin {
  const { pin: _pin, ...spec } = before.spec
  return { ...before, state, spec: { ...spec, enabled: false }, ...none }
}
