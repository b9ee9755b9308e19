import type { User } from '../registry/user.ts'

/** An access that a user wants. */
export type Access =
  | {
      readonly what: 'resource'
      readonly verb: string
      readonly group: string
      readonly version: string
      readonly resource: string
      readonly subresource: string
      readonly namespace: string
      readonly name: string
    }
  | { readonly what: 'path'; readonly verb: string; readonly path: string }

export interface Decision {
  readonly allowed: boolean
  readonly reason: string
}

/** Whether a user may do something. */
export type Authorize = (user: User, access: Access) => Decision
