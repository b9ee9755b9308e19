import type { KubeClient } from '../kube/client.ts'
import type { Clock } from '../std/clock.ts'
import { autoscalerController } from './autoscaler/controller.ts'
import { cronJobController } from './cron-job/controller.ts'
import { daemonSetController } from './daemon-set/controller.ts'
import { type Delays, defaultDelays } from './delays.ts'
import { deploymentController } from './deployment/controller.ts'
import { disruptionController } from './disruption/controller.ts'
import { ClusterView } from './engine/cluster-view.ts'
import type { Controller } from './engine/controller.ts'
import { EventWriter } from './engine/event-writer.ts'
import { runController } from './engine/run-controller.ts'
import { jobController } from './job/controller.ts'
import { nodeController } from './node/controller.ts'
import { seedCluster } from './node/seed-nodes.ts'
import { podController } from './pod/controller.ts'
import type { UntilEnded } from './pod/logs.ts'
import { untilEnded } from './pod/until-ended.ts'
import { replicaSetController, replicationController } from './replica-set/controller.ts'
import { schedulerController } from './scheduler/controller.ts'
import {
  endpointsController,
  ingressController,
  loadBalancerController,
} from './service/controller.ts'
import { statefulSetController } from './stateful-set/controller.ts'
import { claimController, volumeController } from './volume/controller.ts'

export interface SimulatorOptions {
  /** The time of what is simulated; requests are timed by the client's own clock. */
  readonly clock: Clock
  readonly nodes: number
  /** Of the kubelets, `v1.36.3`. */
  readonly version: string
  readonly delays: Partial<Delays>
  /** Hears of what goes wrong; the simulation goes on. */
  readonly onFailure: (error: unknown) => void
}

export interface Simulator {
  /** Resolves when everything has ended after the signal. */
  readonly ended: Promise<void>
  /** Resolves when a container of a pod no longer runs, with the pod if it is still there. */
  readonly untilEnded: UntilEnded
}

/** Makes the workloads of a cluster come alive: resolves when it has begun; ends with the signal. */
export async function startSimulator(
  client: KubeClient,
  options: SimulatorOptions,
  signal: AbortSignal,
): Promise<Simulator> {
  const { clock, onFailure } = options
  const { random } = client
  const view = new ClusterView(client, onFailure)
  const events = new EventWriter(client, clock, onFailure)
  await seedCluster(client, { count: options.nodes, version: options.version }, clock.now(), signal)
  const parts = [view.run(signal), events.run(signal)]
  await view.untilSynced(signal)
  const ports = { client, view, events, clock, random, onFailure }
  const delays = { ...defaultDelays, ...options.delays }
  parts.push(
    ...controllers(delays, options.version).map((one) => runController(one, ports, signal)),
  )
  return {
    ended: untilAllEnded(parts, onFailure, signal),
    untilEnded: (pod, container, signal) => untilEnded(view, pod, container, signal),
  }
}

async function untilAllEnded(
  parts: readonly Promise<void>[],
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'rejected' && !signal.aborted) onFailure(part.reason)
  }
}

function controllers(delays: Delays, version: string): readonly Controller[] {
  return [
    nodeController(version),
    schedulerController(),
    podController(delays),
    replicaSetController(),
    replicationController(),
    deploymentController(),
    statefulSetController(),
    daemonSetController(),
    jobController(),
    cronJobController(),
    claimController(delays),
    volumeController(),
    endpointsController(),
    loadBalancerController(delays),
    ingressController(delays),
    disruptionController(),
    autoscalerController(),
  ]
}
