import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { ResourceName } from '../resources.ts'

/** An event about an object. */
export interface Told {
  readonly about: KubeObject
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** A part of the object, such as `spec.containers{web}`. */
  readonly part?: string
}

/** One thing that a controller wants done, decided without looking at a clock or at the network. */
export type Action =
  | {
      readonly do: 'create'
      readonly in: ResourceName
      readonly object: KubeObject
      /** Told when it was created, and of whom it is told when it could not be. */
      readonly told?: Told
    }
  /** Replaces the whole object, or only its status. */
  | { readonly do: 'write'; readonly in: ResourceName; readonly object: KubeObject }
  | { readonly do: 'write-status'; readonly in: ResourceName; readonly object: KubeObject }
  | {
      readonly do: 'patch'
      readonly in: ResourceName
      readonly object: KubeObject
      readonly patch: JsonObject
    }
  | {
      readonly do: 'delete'
      readonly in: ResourceName
      readonly object: KubeObject
      readonly graceSeconds?: number
      readonly propagation?: 'Background'
      readonly told?: Told
    }
  | { readonly do: 'bind'; readonly pod: KubeObject; readonly node: string }
  | { readonly do: 'tell'; readonly told: Told }
  /** Milliseconds until the object is worth another look, whatever happens meanwhile. */
  | { readonly do: 'look-again'; readonly after: number }
