import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { readTimeout } from '../../kind/waiting.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Outcome, Ports } from '../../verb.ts'
import type { Verdict } from './rules.ts'

export const command = {
  description:
    'Judges an operator of delegated conditions: starts it beside a platform that asks it for conditions, kills it, starts a second one, and looks at everything that it writes. COMMAND is shell text; it finds the platform by KUBECONFIG. Nothing outside of this machine is touched.',
  arguments: {
    command: { count: 'one', summary: 'how the operator is started, such as ./my-operator' },
  },
  options: {
    condition: {
      kind: 'list',
      value: 'NAME',
      summary: 'a condition that the operator brings about; may be given many times',
    },
    check: {
      kind: 'text',
      value: 'COMMAND',
      summary:
        'ends with 0 when $OUTRIGGER_CONDITION holds for $OUTRIGGER_CLUSTER; without it nothing shows whether True is true',
    },
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary: 'how long the operator has for one condition; 1m unless given',
    },
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: ['text', 'json'],
      fallback: 'text',
      summary: 'lines, or an object for programs',
    },
  },
  examples: [
    'expansion operator test ./operator --condition EnsureMetricsServer',
    'expansion operator test ./operator --condition EnsureDNS --check ./is-dns-there',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly command: string
  readonly conditions: readonly string[]
  readonly check: string | undefined
  readonly timeout: number
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { condition, check, output } = given.options
  if (condition.length === 0) {
    return new UsageError(
      'bad-value',
      '--condition: name at least one condition that the operator brings about',
    )
  }
  const timeout = readTimeout(given.options.timeout ?? '1m')
  if (timeout instanceof UsageError) return timeout
  return { command: given.arguments.command, conditions: condition, check, timeout, output }
}

export async function run(
  { command: text, conditions, check, timeout, output }: Options,
  { environment, program }: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeOperator } = await import('./judge-operator.ts')
  const { OperatorStage } = await import('./operator-stage.ts')
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-operator-'))
  const stage = await OperatorStage.open(folder, program)
  try {
    const shared = { KUBECONFIG: stage.kubeconfig, OUTRIGGER_SHARED_FOLDER: folder }
    const verdicts = await judgeOperator(
      stage,
      {
        command: { program: 'sh', args: ['-c', text], env: { ...environment, ...shared } },
        conditions,
        patience: timeout,
        check,
        onPart: (part) => io.stderr.write(`${part} …\n`),
      },
      signal,
    )
    const isGood = verdicts.every(({ is }) => is !== 'broken')
    if (output === 'json') io.stdout.write(`${JSON.stringify({ isGood, rules: verdicts })}\n`)
    else io.stdout.write(verdicts.map(lineOf).join(''))
    return isGood ? 'done' : 'failed'
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function lineOf({ rule, is, message }: Verdict): string {
  return `${is.padEnd(11)} ${rule}${message === '' ? '' : `: ${message}`}\n`
}
