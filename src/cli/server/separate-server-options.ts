import type { HostChoice } from '../platform/open-host-cluster.ts'
import type { ServerFlags } from './server-flags.ts'

/** A server that runs beside an operator, as the command line says it. */
export interface SeparateServerOptions {
  readonly cluster: HostChoice
  readonly host: string
  readonly port: number
  readonly metricsPort: number
  readonly folder: string | undefined
  readonly page: string | undefined
  /** The folder of a site, or one with a folder for each. */
  readonly sites: string | undefined
  readonly isSelfSigned: boolean
  readonly allow: readonly string[]
  readonly flags: ServerFlags
  readonly output: 'text' | 'json'
}
