import type { Connection } from '../sources/source-options.ts'

/** The choices of `chart ci`. */
export interface CiOptions {
  readonly folder: string
  /** undefined for every chart. */
  readonly compare: { readonly base: string | undefined } | undefined
  /** Minor versions of Kubernetes 1, in order. */
  readonly minors: readonly number[]
  readonly lint: 'errors' | 'warnings'
  readonly install:
    | 'nowhere'
    | 'sandbox'
    | { readonly kubeconfig: string | undefined; readonly context: string | undefined }
  /** Milliseconds. */
  readonly timeout: number
  readonly released: string | undefined
  readonly push: string | undefined
  readonly kubernetesTags: boolean
  readonly signKey: string | undefined
  readonly destination: string | undefined
  readonly indexUrl: string
  readonly junit: string | undefined
  readonly markdown: string | undefined
  readonly output: 'text' | 'json'
  readonly connection: Connection
}
