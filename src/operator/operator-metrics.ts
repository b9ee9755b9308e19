import { Gauge, Histogram, type Registry } from 'prom-client'
import type { SharedInformers } from '../controller/shared-informers.ts'
import { clusterKind } from '../kinds/cluster.ts'
import { extensionInstanceKind } from '../kinds/extension-instance.ts'
import { type KindDefinition, resourceOf } from '../kinds/kind-definition.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { repositoryKind } from '../kinds/repository.ts'
import { conditionOf, nameOf, namespaceOf, textAt } from '../objects/kube-object.ts'

/** The figures that an operator gives besides those of its controllers. */
export interface OperatorMetrics {
  /** The objects whose state is told while this process leads; none otherwise. */
  readonly lead: (informers: SharedInformers) => () => void
  /** A verb on a release has ended. */
  readonly released: (verb: string, outcome: 'success' | 'failure', milliseconds: number) => void
}

const seconds = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800]

const measured = [
  { name: 'plugin', definition: pluginKind },
  { name: 'instance', definition: extensionInstanceKind },
  { name: 'cluster', definition: clusterKind },
  { name: 'repository', definition: repositoryKind },
] as const

/** Enters the figures of an operator into a registry. */
export function createOperatorMetrics(registry: Registry, identity: string): OperatorMetrics {
  const registers = [registry]
  let informers: SharedInformers | undefined
  const leader = new Gauge({
    name: 'outrigger_leader',
    help: 'Whether this process leads',
    labelNames: ['identity'] as const,
    registers,
  })
  leader.set({ identity }, 0)
  const released = new Histogram({
    name: 'outrigger_release_seconds',
    help: 'How long verbs on releases take, by verb and outcome',
    labelNames: ['verb', 'outcome'] as const,
    buckets: seconds,
    registers,
  })
  for (const { name, definition } of measured)
    measureReady(registry, name, definition, () => informers)
  return {
    lead: (known) => {
      informers = known
      leader.set({ identity }, 1)
      return () => {
        informers = undefined
        leader.set({ identity }, 0)
      }
    },
    released: (verb, outcome, milliseconds) =>
      released.observe({ verb, outcome }, milliseconds / 1000),
  }
}

// Read when somebody asks: the objects themselves are the truth.
function measureReady(
  registry: Registry,
  name: string,
  definition: KindDefinition,
  informers: () => SharedInformers | undefined,
): Gauge {
  const namespaced = definition.scope === 'Namespaced'
  const labelNames = [...(namespaced ? ['namespace', 'cluster'] : []), 'name', 'reason']
  return new Gauge({
    name: `outrigger_${name}_ready`,
    help: `Whether each ${definition.kind} is ready, with the reason; only the leader tells`,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      const known =
        informers()
          ?.informer({ resource: resourceOf(definition) }, {})
          .list() ?? []
      for (const object of known) {
        const ready = conditionOf(object, 'Ready')
        const place = {
          namespace: namespaceOf(object),
          cluster: textAt(object, ['spec', 'cluster']),
        }
        const labels = { name: nameOf(object), reason: ready?.reason ?? 'Unknown' }
        this.set({ ...(namespaced ? place : {}), ...labels }, ready?.status === 'True' ? 1 : 0)
      }
    },
  })
}
