import { type ClusterChoice, clusterOptions } from '../options/cluster-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { outputOption } from '../output/format.ts'

/** The options that all commands which look at objects share. */
export const lookOptions = {
  'all-namespaces': { kind: 'switch', short: 'A', summary: 'those of all namespaces' },
  selector: { kind: 'text', short: 'l', value: 'LABELS', summary: 'only those with these labels' },
  watch: { kind: 'switch', short: 'w', summary: 'go on and print every change until interrupted' },
  output: outputOption,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

/** The option of commands that change something and may stay until it is done. */
export const waitOptions = {
  wait: { kind: 'switch', summary: 'wait until it is done' },
  timeout: {
    kind: 'text',
    value: 'DURATION',
    summary: 'how long to wait, such as 30s or 5m; 5m unless given',
  },
  quiet: { kind: 'switch', short: 'q', summary: 'say nothing while waiting' },
} as const satisfies Record<string, OptionSpec>

/** Which objects are looked at. */
export interface Look {
  readonly names: readonly string[]
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cluster: ClusterChoice
}
