import type { Store } from '../../src/apiserver/storage/store.ts'
import { conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { type Finding, isUnseen } from './end-state.ts'
import { laterMinor } from './platform-objects.ts'
import { type Stores, buckets, keyOf, objectAt, objectsIn } from './seen-cluster.ts'
import type { DesiredInstance, Offered, DesiredPlugin } from './story.ts'
import { type Wants, instancesWanted, pluginOfInstance, unjudgedKeys } from './wants.ts'

/** Plugins as people want them, and the plugins that instances must have made. */
export function allDesiredOf(
  wants: Wants,
  stores: Stores,
  minor: number,
): ReadonlyMap<string, DesiredPlugin> {
  const { offers, plugins } = wants
  const hub = stores.get('hub')
  if (offers === undefined || hub === undefined) return plugins
  // An instance that never was enabled has no plugin.
  const made = [...instancesWanted(wants)]
    .filter(([key]) => !plugins.has(key))
    .filter(([key, { enabled }]) => enabled || objectAt(hub, buckets.plugins, key) !== undefined)
    .map(([key, desired]) => [key, pluginOfInstance(desired, offers, minor)] as const)
  return new Map([...plugins, ...made])
}

/** Instances that are not as they should be when nothing goes wrong any more. */
export function findUnfinishedInstances(
  wants: Wants,
  stores: Stores,
  minor: number,
): readonly Finding[] {
  const hub = stores.get('hub')
  if (hub === undefined) return []
  const wanted = instancesWanted(wants)
  const unjudged = unjudgedKeys(wants)
  const { offers } = wants
  const there = objectsIn(hub, buckets.instances).map(keyOf)
  const leaving = there.filter((key) => !wanted.has(key) && !unjudged.has(key))
  return [
    ...leaving.map((key): Finding => {
      return { kind: 'finalizer stays', text: `instance ${key} was deleted and stays` }
    }),
    ...(offers === undefined
      ? []
      : [...wanted].flatMap(([key, desired]) =>
          wants.plugins.has(key)
            ? hindrance(key, hub)
            : findings(key, { desired, offers, minor }, stores),
        )),
  ]
}

// A person's Plugin has its name.
function hindrance(key: string, hub: Store): readonly Finding[] {
  const instance = objectAt(hub, buckets.instances, key)
  const ready = instance && conditionOf(instance, 'Ready')
  if (ready?.status === 'False' && ready.reason === 'Conflict') return []
  return unfinished(
    `instance ${key} says ${ready?.reason}: ${ready?.message}, but its Plugin is a person's`,
  )
}

interface InstanceQuestion {
  readonly desired: DesiredInstance
  readonly offers: Offered
  readonly minor: number
}

function findings(
  key: string,
  { desired, offers, minor }: InstanceQuestion,
  stores: Stores,
): readonly Finding[] {
  const hub = stores.get('hub')
  const instance = hub && objectAt(hub, buckets.instances, key)
  const plugin = hub && objectAt(hub, buckets.plugins, key)
  if (instance === undefined) return unfinished(`instance ${key} is wanted and not there`)
  if (isUnseen(instance)) return unfinished(`instance ${key} is not looked at`)
  const ready = conditionOf(instance, 'Ready')
  const said = `instance ${key} says Ready=${ready?.status} ${ready?.reason}: ${ready?.message}`
  const reason = desired.enabled ? 'Installed' : 'Disabled'
  // A version that is no longer offered stays while all that are offered are older.
  if (ready?.status === 'True' && ready.reason === 'Retired') return []
  if (ready?.status !== 'True' || ready.reason !== reason) {
    return unfinished(`${said}, and should be ${reason}`)
  }
  if (!desired.enabled) return []
  const made = pluginOfInstance(desired, offers, minor)
  const is = `${textAt(plugin, ['spec', 'version'])} ${textAt(plugin, ['spec', 'values', 'color'])}`
  // A version that was chosen for a later Kubernetes may stay on an earlier one.
  const versions = minor >= laterMinor ? [made.version] : offers.versions
  const isRight = versions.some((version) => is === `${version} ${made.color}`)
  return isRight
    ? []
    : unfinished(`${said}, and its plugin is ${is}, not ${versions[0]} ${made.color}`)
}

function unfinished(text: string): readonly Finding[] {
  return [{ kind: 'not converged', text }]
}
