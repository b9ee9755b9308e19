import { satisfies, parseConstraint } from '../../../formats/semver/constraint.ts'
import { parseVersion } from '../../../formats/semver/version.ts'
import { isInstalled } from '../../pass/is-installed.ts'
import type { DependencySeen, Observation } from './observation.ts'
import type { Hindrance } from './decision.ts'

export function waitForLate(late: readonly DependencySeen[]): Hindrance {
  return { do: 'wait', reason: 'Waiting', for: late.map(lateText) }
}

export function lacking(
  { instance, account }: Observation,
  missing: readonly DependencySeen[],
): Hindrance {
  const needs = missing.filter(({ holder }) => holder === undefined)
  if (instance.spec.dependencies === 'install' && needs.length > 0)
    return { do: 'install-needed', needs }
  const lines = missing.map((one) => missingText(one, seenBy({ instance, account })))
  return { do: 'wait', reason: 'Waiting', for: lines }
}

// The same words whether or not another namespace has one.
function seenBy({ instance, account }: Pick<Observation, 'instance' | 'account'>): string {
  if (account === undefined) return ''
  const who = `service account ${instance.metadata.namespace}/${account}`
  return ` (of other namespaces only one whose Plugin ${who} may get)`
}

function missingText({ extension, holder }: DependencySeen, seen: string): string {
  if (holder === undefined)
    return `extension ${extension}, which has no instance on the cluster${seen}`
  const { metadata, spec } = holder
  const name = `${metadata.namespace}/${metadata.name}`
  if (metadata.deletionTimestamp !== undefined)
    return `extension ${extension}, whose instance ${name} is being deleted`
  if (spec.extension === extension && !spec.enabled)
    return `extension ${extension}, whose instance ${name} is disabled`
  return `extension ${extension}, which has no instance on the cluster; ${name} is one of ${spec.extension}`
}

export function versionProblem({ extension, range, provider }: DependencySeen): string[] {
  const version = provider?.status.version
  if (provider === undefined || range === undefined) return []
  if (version === undefined) return [`extension ${extension}, which is not installed yet`]
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version)
  const fits = constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)
  return fits ? [] : [`extension ${extension} in version ${range}, which is ${version}`]
}

// An installed instance keeps its dependencies: their providers cannot go before it, even if they
// are asked to.
export function needsOf({ dependencies, plugin }: Observation): readonly string[] {
  // Nor does one that never came take the place of one that runs.
  const runs = plugin !== undefined && isInstalled(plugin.plugin)
  const given = dependencies.flatMap(({ provider, standing }) => {
    const isOld =
      runs && standing !== undefined && (provider === undefined || !isInstalled(provider))
    if (isOld) return [standing]
    return provider === undefined
      ? []
      : [`${provider.metadata.namespace}/${provider.metadata.name}`]
  })
  const isLost = given.length < dependencies.length
  const before = isLost ? (plugin?.plugin.spec.dependsOn ?? []) : []
  return [...new Set([...given, ...before.flatMap((one) => one.plugin ?? [])])]
}

function lateText({ extension }: DependencySeen): string {
  return `extension ${extension}, which follows Kubernetes first`
}
