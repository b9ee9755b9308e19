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

/** Which objects are looked at. */
export interface Look {
  readonly names: readonly string[]
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cluster: ClusterChoice
}
