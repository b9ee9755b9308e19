import { givenInstance, laterMinor } from './platform-objects.ts'
import type { DesiredInstance, Offered, DesiredPlugin } from './story.ts'

/** The desires of people at a moment, of every kind. */
export class Wants {
  /** By key of plugin. */
  readonly plugins = new Map<string, DesiredPlugin>()
  /** By key of instance. */
  readonly instances = new Map<string, DesiredInstance>()
  offers: Offered | undefined
  /** The color that the Profile enforces. */
  enforced: string | undefined
  /** Whether there was a Profile: what it gave stays when it goes, and is nobody's desired. */
  hasEnforced = false
}

/** The instances that must be there at the end: what people want, and what the Profile enforces over it. */
export function instancesWanted(wants: Wants): ReadonlyMap<string, DesiredInstance> {
  const { instances, enforced, offers } = wants
  if (offers === undefined || enforced === undefined) return instances
  return new Map([...instances, [givenInstance, { color: enforced, enabled: true }]])
}

/** Plugins and instances of which nothing is known at the end. */
export function unjudgedKeys(wants: Wants): ReadonlySet<string> {
  const { instances, offers, enforced, hasEnforced } = wants
  const isLeft = hasEnforced && (enforced === undefined || offers === undefined)
  return new Set([
    ...(offers === undefined ? instances.keys() : []),
    ...(isLeft ? [givenInstance] : []),
  ])
}

/** The plugin that an instance must write. */
export function pluginOfInstance(
  { color, enabled }: DesiredInstance,
  { chart, versions }: Offered,
  minor: number,
): DesiredPlugin {
  const version = versions[minor >= laterMinor ? 1 : 0]
  return { chart, version, color, enabled, needs: [] }
}
