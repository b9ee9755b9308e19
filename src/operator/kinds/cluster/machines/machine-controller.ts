import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LanedQueue } from '../../../../controller/laned-queue.ts'
import type { Reconcile } from '../../../../controller/worker.ts'
import { type KubeObject, nameOf, readPath, textAt } from '../../../../objects/kube-object.ts'
import type { Json } from '../../../../objects/json.ts'
import { SiteError } from '../../../../site/errors.ts'
import { isNews } from '../../../pass/changes.ts'
import { retryAnnotation } from '../../../pass/plugin-names.ts'
import type { MachineContext } from './machine-context.ts'
import { tellRefusal } from './write-work.ts'
import { workOnMachines } from './work-on-machines.ts'

// In each lane, and each cluster has its own: the work on one takes minutes and holds up no other.
const concurrency = 1

/** Makes, grows, shrinks, upgrades and ends the clusters with `spec.machines`. */
export function createMachineController(context: MachineContext) {
  const { client, clusters, expansions, folder } = context
  const { clock, random } = client
  const queue = new LanedQueue({ clock, random }, (name) => name)
  clusters.informer.addHandler((change) => {
    if (isNews(change, inputOf)) queue.add(nameOf(change.object))
  })
  // A cluster that waits for the package of its platform, or gets another one.
  expansions.informer.addHandler((change) => {
    if (!isNews(change, carriedOut)) return
    for (const { metadata, spec } of clusters.values())
      if (spec.machines.length > 0) queue.add(metadata.name)
  })
  const pass: Reconcile = async (name, signal) => {
    if (!context.manages(name)) return { do: 'rest' }
    try {
      await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
      await workOnMachines(name, context, signal)
      return { do: 'rest' }
    } catch (error) {
      signal.throwIfAborted()
      // Only a change of the Cluster helps, and that wakes it.
      if (error instanceof SiteError) await tellRefusal(name, error.message, context, signal)
      if (error instanceof SiteError && !error.isTransient) return { do: 'rest' }
      return { do: 'again-soon', because: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([clusters, expansions].map(({ informer }) => informer.untilSynced(signal)))
      await queue.run(pass, { clock, concurrency }, signal)
    },
  }
}

function inputOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    textAt(object, ['metadata', 'deletionTimestamp']),
    readPath(object, ['metadata', 'annotations', retryAnnotation]) ?? '',
  ]
}

function carriedOut(object: KubeObject): Json {
  return [
    textAt(object, ['metadata', 'deletionTimestamp']),
    textAt(object, ['status', 'inputs']),
    readPath(object, ['spec', 'disablePassThrough']) ?? false,
  ]
}
