import { type State, needsAttention, stateOf } from './state-of.ts'

interface Named {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly deletionTimestamp?: string
  }
  readonly status?: Parameters<typeof stateOf>[0]['status'] & {
    readonly plugin?: string
    readonly waitingFor?: readonly string[]
  }
}

export interface PluginFacts extends Named {
  readonly spec: {
    readonly dependsOn?: readonly { readonly plugin?: string }[]
    readonly cluster?: string | undefined
  }
}

export type InstanceFacts = Named

/** The objects that a problem is looked for in; the parts that the reader may not list are empty. */
export interface PlatformFacts {
  readonly instances: readonly InstanceFacts[]
  readonly plugins: readonly PluginFacts[]
  readonly clusters?: readonly Named[]
  readonly repositories?: readonly Named[]
}

/** One link of the chain from a symptom to its cause. */
export interface Link {
  readonly kind: 'instance' | 'plugin' | 'cluster' | 'repository'
  readonly key: string
  readonly state: State
  readonly reason: string
  readonly message: string
  readonly since: string
}

/** Something that needs a person, with the chain that leads to its cause: the last link is the cause. */
export interface TracedProblem {
  readonly chain: readonly [Link, ...Link[]]
  readonly cause: Link
}

/** The problems of a platform. A plugin of an instance is shown with its instance, and not a second time. */
export function problemsOf(facts: PlatformFacts): readonly TracedProblem[] {
  const { instances, plugins, clusters = [], repositories = [] } = facts
  const known = {
    plugins: new Map(plugins.map((plugin) => [keyOf(plugin), plugin])),
    clusters: new Map(clusters.map((cluster) => [keyOf(cluster), cluster])),
  }
  const owned = new Set(instances.map((instance) => pluginKeyOf(instance)))
  const starts = [
    ...instances.map((instance) => ({
      link: linkOf('instance', instance),
      next: pluginKeyOf(instance),
    })),
    ...plugins
      .filter((plugin) => !owned.has(keyOf(plugin)))
      .map((plugin) => ({ link: linkOf('plugin', plugin), next: keyOf(plugin) })),
    ...clusters.map((cluster) => ({ link: linkOf('cluster', cluster), next: '' })),
    ...repositories.map((repository) => ({ link: linkOf('repository', repository), next: '' })),
  ]
  return starts
    .filter(({ link }) => needsAttention(link.state))
    .map(({ link, next }) => {
      const below = follow(known, next, new Set())
      const rest = link.kind === 'plugin' ? below.slice(1) : below
      return { chain: [link, ...rest] as const, cause: rest.at(-1) ?? link }
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

interface Known {
  readonly plugins: ReadonlyMap<string, PluginFacts>
  readonly clusters: ReadonlyMap<string, Named>
}

/** The plugin and, where its cluster or one that it waits for is not well, that one. */
function follow(known: Known, key: string, seen: Set<string>): readonly Link[] {
  const plugin = known.plugins.get(key)
  if (plugin === undefined || seen.has(key)) return []
  seen.add(key)
  const link = linkOf('plugin', plugin)
  if (link.state === 'ready' || link.state === 'off') return []
  const namespace = plugin.metadata.namespace ?? ''
  const needed = (plugin.spec.dependsOn ?? []).flatMap(({ plugin: name }) =>
    name === undefined ? [] : [name.includes('/') ? name : `${namespace}/${name}`],
  )
  const cluster = known.clusters.get(plugin.spec.cluster ?? '')
  const place = cluster === undefined ? undefined : linkOf('cluster', cluster)
  if (place !== undefined && needsAttention(place.state)) return [link, place]
  const chains = needed.map((one) => follow(known, one, seen))
  return [link, ...(chains.find((chain) => chain.length > 0) ?? [])]
}

function linkOf(kind: Link['kind'], object: Named): Link {
  return { kind, key: keyOf(object), ...stateOf(object) }
}

function keyOf({ metadata: { name, namespace } }: Named): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** The plugin that an instance writes is in the instance's namespace unless its status says where. */
export function pluginKeyOf(instance: InstanceFacts): string {
  const plugin = instance.status?.plugin ?? instance.metadata.name
  return plugin.includes('/') ? plugin : `${instance.metadata.namespace ?? ''}/${plugin}`
}

function rank({ cause, chain }: TracedProblem): number {
  return weight(cause.state) * 3 + weight(chain[0].state)
}

function weight(state: State): number {
  return state === 'failed' ? 0 : state === 'hanging' ? 1 : 2
}
