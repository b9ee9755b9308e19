import type { Cluster } from '../../kinds/cluster.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { Plugin } from '../../kinds/plugin.ts'

interface Conditions {
  readonly conditions?: readonly {
    readonly type: string
    readonly status: string
    readonly reason: string
    readonly message: string
  }[]
}

/** An extension as one cluster sees it. */
export interface ClusterExtension {
  readonly extension: string
  readonly displayName: string
  readonly category: string
  readonly description: string
  /** The instances of it on the cluster; usually one. */
  readonly instances: readonly ClusterInstance[]
}

interface ClusterInstance extends Readiness {
  readonly namespace: string
  readonly name: string
  readonly enabled: boolean
  readonly version: string
  /** A newer version that may be taken; empty when there is none. */
  readonly available: string
}

/** A Plugin on a cluster, whoever wrote it. */
export interface ClusterAddon extends Readiness {
  readonly namespace: string
  readonly name: string
  readonly enabled: boolean
  readonly chart: string
  readonly version: string
  readonly release: string
  /** The instance that wrote it, `namespace/name`; empty when somebody wrote it by hand. */
  readonly instance: string
}

interface Readiness {
  /** `True`, `False` or `Unknown`. */
  readonly ready: string
  readonly reason: string
  readonly message: string
}

/** Every extension that is offered, with what a cluster has of it; also those that are not offered any more. */
export function extensionsOn(
  cluster: Cluster,
  extensions: readonly Extension[],
  instances: readonly ExtensionInstance[],
): readonly ClusterExtension[] {
  const here = instances.filter(({ spec }) => isOn(cluster, spec.cluster))
  const offers = new Map(extensions.map((one) => [one.metadata.name, one]))
  const names = new Set([...offers.keys(), ...here.map(({ spec }) => spec.extension)])
  return [...names].toSorted().map((extension) => {
    const { displayName = '', category = '', description = '' } = offers.get(extension)?.spec ?? {}
    const own = here.filter(({ spec }) => spec.extension === extension)
    return {
      extension,
      displayName: displayName === '' ? extension : displayName,
      category,
      description,
      instances: own.map(instanceView),
    }
  })
}

/** The Plugins on a cluster. */
export function addonsOn(
  cluster: Cluster,
  plugins: readonly Plugin[],
  instances: readonly ExtensionInstance[],
): readonly ClusterAddon[] {
  const writers = new Set(instances.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`))
  return plugins
    .filter(({ spec }) => isOn(cluster, spec.cluster))
    .map(({ metadata, spec, status }) => {
      const { namespace, name } = metadata
      const key = `${namespace}/${name}`
      const place = status.targetNamespace ?? spec.targetNamespace ?? namespace
      return {
        namespace,
        name,
        enabled: spec.enabled,
        chart: spec.name ?? name,
        version: status.version ?? '',
        release: `${place}/${status.releaseName ?? spec.releaseName ?? name}`,
        // An instance writes a Plugin of its own name.
        instance: writers.has(key) ? key : '',
        ...readiness(status),
      }
    })
}

/** Whether something is on a cluster: those that name none are on the operator's own. */
function isOn({ metadata, spec }: Cluster, named: string | undefined): boolean {
  return named === undefined ? spec.inCluster : named === metadata.name
}

function instanceView({ metadata, spec, status }: ExtensionInstance): ClusterInstance {
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    enabled: spec.enabled,
    version: status.version ?? '',
    available: status.available ?? '',
    ...readiness(status),
  }
}

function readiness({ conditions }: Conditions): Readiness {
  const unknown = { status: 'Unknown', reason: '', message: '' }
  const { status, reason, message } = conditions?.find(({ type }) => type === 'Ready') ?? unknown
  return { ready: status, reason, message }
}
