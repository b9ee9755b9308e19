import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Options } from './plan.ts'
import * as plan from './plan.ts'

export const command = {
  ...plan.command,
  description:
    'Prints what "plugin plan" prints, and ends with 3 when the next pass, or the change that is proposed, would change something. Changes nothing. Secrets are masked. For what somebody changed on the cluster, see "outrigger diff".',
  examples: ['plugin diff web replicas=3', 'plugin diff web --version ^2.0 -o json'],
} as const satisfies CommandSpec

export function parse(argv: readonly string[]): Options | UsageError {
  const options = plan.parse(argv)
  if (options instanceof UsageError) return options
  return { ...options, form: { ...options.form, exitCode: 'tells' } }
}

export const { complete, run } = plan
