import type { Authorize } from '../auth/access.ts'
import type { Clock } from '../../std/clock.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { Store } from '../storage/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Draft } from './draft.ts'
import type { PodLogs } from './pod-logs.ts'
import type { Served } from './served.ts'
import type { MakingContext } from './strategy.ts'
import type { User } from './user.ts'

/** The parts that all operations work with. */
export interface Registry {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly newUid: () => string
  readonly admission: readonly Admission[]
  /** Asked by rules about writes; requests themselves were let in before. */
  readonly authorize: Authorize
  /** Undefined where nobody runs pods. */
  readonly podLogs?: PodLogs
}

/** One write, as whoever may object to it sees it. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly served: Served
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The object that is about to be stored; absent for a deletion. */
  readonly draft: Draft | undefined
  readonly old: JsonObject | undefined
  readonly user: User
  readonly dryRun: boolean
  readonly options: JsonObject
  readonly warn: (text: string) => void
}

/** Something that may change or refuse a write. */
export interface Admission {
  /** As Kubernetes calls it; by this name it can be left out. */
  readonly name: string
  readonly mutate?: (request: AdmissionRequest, registry: Registry) => Promise<void> | void
  readonly validate?: (request: AdmissionRequest, registry: Registry) => Promise<void> | void
}

/** The facts about a write besides the object. */
export interface WriteContext {
  readonly served: Served
  readonly subresource: string
  readonly namespace: string
  readonly user: User
  /** The field manager. */
  readonly manager: string
  readonly dryRun: boolean
  readonly options: JsonObject
  readonly warn: (text: string) => void
}

/** The time as objects have it: seconds, in UTC. */
export function timestamp(registry: Registry): string {
  return `${new Date(registry.clock.now()).toISOString().slice(0, 19)}Z`
}

/** The parts of the registry that the kinds themselves may use. */
export function makingContext({ clock, random, store }: Registry, user: User): MakingContext {
  return {
    now: () => new Date(clock.now()),
    random,
    user,
    listed: (bucket) => store.list(bucket, '').map(({ object }) => object as JsonObject),
  }
}
