import type { Obstacle } from '../../../pass/obstacle.ts'
import type { Plugin } from '../../../../kinds/plugin.ts'
import { parseConstraint, satisfies } from '../../../../formats/semver/constraint.ts'
import { parseVersion } from '../../../../formats/semver/version.ts'
import type { ServedResource } from '../../../../kube/discovery/served-apis.ts'
import { conditionOf, formatApiVersion, type KubeObject } from '../../../../objects/kube-object.ts'

export type Dependency = Plugin['spec']['dependsOn'][number]

/** The key of the plugin that a dependency names; undefined when it names something else. */
export function pluginKeyOf(dependency: Dependency, namespace: string): string | undefined {
  const { plugin } = dependency
  if (plugin === undefined) return undefined
  return plugin.includes('/') ? plugin : `${namespace}/${plugin}`
}

/** Why a plugin does not satisfy a dependency; undefined when it does. */
export function unmetPlugin(
  key: string,
  range: string | undefined,
  found: Plugin | undefined,
  asker: 'is there' | 'comes',
): string | undefined {
  const what = `plugin ${key}`
  if (found === undefined) return `${what}, which does not exist`
  if (!isThere(found, asker)) return `${what}, which is ${stateOf(found)}`
  if (range === undefined || isInRange(found.status.version ?? '', range)) return undefined
  return `${what} in version ${range}, which is ${found.status.version ?? 'unknown'}`
}

/** Why an object does not satisfy a dependency; undefined when it does. */
export function unmetObject(
  { apiVersion = '', kind = '', name = '', condition }: Dependency,
  found: KubeObject | undefined,
): string | undefined {
  const what = `${apiVersion} ${kind} ${name}`
  if (found === undefined) return `${what}, which does not exist`
  if (condition === undefined || conditionOf(found, condition)?.status === 'True') return undefined
  const seen = conditionOf(found, condition)
  return `${what}, whose ${condition} is ${seen === undefined ? 'not known' : seen.status}`
}

/** Why objects of a kind cannot be depended on; undefined when they can. A wait for a kind that cannot be watched would never end. */
export function unfollowable({
  group,
  version,
  kind,
  verbs,
}: Pick<ServedResource, 'group' | 'version' | 'kind' | 'verbs'>): Obstacle | undefined {
  const missing = ['list', 'watch'].filter((verb) => !verbs.includes(verb))
  if (missing.length === 0) return undefined
  const offered = verbs.length === 0 ? 'nothing' : verbs.join(', ')
  const what = `dependsOn names an object of ${formatApiVersion(group, version)} ${kind}, a kind that cannot be followed`
  const message = `${what}: it lacks ${missing.join(' and ')} and offers ${offered}; leave out its name to depend on the kind alone`
  return { reason: 'InvalidSpec', message, again: 'on-change' }
}

/** Whether a plugin is installed and works as it is written now. */
function isThere({ metadata, status, spec }: Plugin, asker: 'is there' | 'comes'): boolean {
  const holds = (wanted: string) =>
    status.conditions?.some(({ type, status: is }) => type === wanted && is === 'True') === true
  const isLeaving = metadata.deletionTimestamp !== undefined || !spec.enabled
  // A plugin that is being deleted waits for its dependents: if they waited for it, too, nobody would go on.
  if (isLeaving) return asker === 'is there' && holds('Installed')
  // While it waits for others itself, its earlier state keeps running.
  if (status.waitingFor !== undefined) return false
  return status.observedGeneration === metadata.generation && holds('Installed') && holds('Healthy')
}

function stateOf({ metadata, status, spec }: Plugin): string {
  if (!spec.enabled) return 'disabled'
  if (metadata.deletionTimestamp !== undefined) return 'being deleted'
  if (status.observedGeneration !== metadata.generation) return 'not looked at yet'
  return status.conditions?.find(({ type }) => type === 'Ready')?.reason ?? 'not looked at yet'
}

function isInRange(version: string, range: string): boolean {
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version)
  return constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)
}
