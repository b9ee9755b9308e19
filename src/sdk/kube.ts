// outrigger/kube: a Kubernetes client, informers, and what controllers are made of.
import { type Connection } from '../kube/connection.ts'
import { type ConnectedClient, type FindOptions, connect, findConnection } from '../kube/connect.ts'

export { runAsLeader } from '../controller/election/run-as-leader.ts'
export type { ElectionOptions } from '../controller/election/run-as-leader.ts'
export type { Leadership } from '../controller/election/leadership.ts'
export { EventRecorder } from '../controller/events/event-recorder.ts'
export type { RecorderOptions } from '../controller/events/event-recorder.ts'
export type { EventFacts } from '../controller/events/occurrence.ts'
export { addFinalizer, isTerminating, removeFinalizer } from '../controller/finalizers.ts'
export { Informer } from '../controller/informer.ts'
export type { ChangeHandler, InformerOptions, ObjectChange } from '../controller/informer.ts'
export { keyOf, splitKey } from '../controller/object-store.ts'
export { KeyedQueue } from '../controller/queue.ts'
export type { QueuePriority } from '../controller/queue-places.ts'
export type { QueueOptions } from '../controller/queue.ts'
export { SharedInformers } from '../controller/shared-informers.ts'
export { runWorkers } from '../controller/worker.ts'
export type {
  PassOutcome,
  PassResult,
  Reconcile,
  Turn,
  WorkerOptions,
} from '../controller/worker.ts'
export { applyObject } from '../kube/objects/apply-object.ts'
export type { ApiResource, ObjectTarget, Selection } from '../kube/api-resource.ts'
export { createKubeClient } from '../kube/client.ts'
export type { KubeClient, KubeClientOptions } from '../kube/client.ts'
export { connect, findConnection } from '../kube/connect.ts'
export type { ConnectedClient, FindOptions } from '../kube/connect.ts'
export type { Connection } from '../kube/connection.ts'
export { deleteObject } from '../kube/objects/delete-object.ts'
export { Discovery } from '../kube/discovery/discovery.ts'
export { KubeError, isKubeError } from '../kube/errors.ts'
export { getObject } from '../kube/objects/get-object.ts'
export { listObjects } from '../kube/objects/list-objects.ts'
export type { ObjectList } from '../kube/objects/list-objects.ts'
export { readLogs } from '../kube/objects/logs.ts'
export { patchObject } from '../kube/objects/patch-object.ts'
export type { Transport } from '../kube/transport.ts'
export { followObjects } from '../kube/watch/follow-objects.ts'
export type { Change } from '../kube/watch/follow-objects.ts'
export { createObject, updateObject } from '../kube/objects/write-object.ts'
export type { Json, JsonObject } from '../objects/json.ts'
export type { KubeObject } from '../objects/kube-object.ts'
export { systemClock } from '../std/clock.ts'
export type { Clock } from '../std/clock.ts'

/** Finds the cluster as kubectl does and connects to it. Close it when done. */
export async function connectToCluster(
  options: FindOptions,
): Promise<ConnectedClient & { readonly connection: Connection }> {
  const connection = await findConnection(options)
  return { ...connect(connection), connection }
}
