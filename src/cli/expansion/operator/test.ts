import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { readTimeout } from '../../kind/waiting.ts'
import { readArguments } from '../../read-arguments.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../../chart/sources/source-options.ts'
import type { Outcome, Ports } from '../../verb.ts'
import type { Verdict } from './rules.ts'

export const command = {
  description:
    'Judges an operator of delegated conditions: starts it beside a platform that asks it for conditions, kills it, starts a second one, and looks at everything that it writes. COMMAND is shell text; it finds the platform by KUBECONFIG. An image is unpacked and its program started in it: oci://HOST/REPOSITORY:TAG, docker-archive:FILE[:NAME] or oci:FOLDER[:NAME]; that takes root, or a machine on which users may make namespaces. Nothing outside of this machine is touched.',
  arguments: {
    command: {
      count: 'one',
      summary: 'how the operator is started, such as ./my-operator, or its image',
    },
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
    ...connectionOptions,
  },
  examples: [
    'expansion operator test ./operator --condition EnsureMetricsServer',
    'expansion operator test ./operator --condition EnsureDNS --check ./is-dns-there',
    'expansion operator test oci://registry.example/dns-operator:1.0.0 --condition EnsureDNS',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly command: string
  readonly conditions: readonly string[]
  readonly check: string | undefined
  readonly timeout: number
  readonly connection: Connection
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
  const connection = connectionOf(given.options)
  const { command: text } = given.arguments
  return { command: text, conditions: condition, check, timeout, connection, output }
}

export async function run(
  { command: text, conditions, check, timeout, connection, output }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeOperator } = await import('./judge-operator.ts')
  const { OperatorStage } = await import('./operator-stage.ts')
  const { imageCommand, readImagePlace } = await import('./image/image-command.ts')
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-operator-'))
  const stage = await OperatorStage.open(folder, ports.program)
  try {
    const { kubeconfig } = stage
    const shared = { KUBECONFIG: kubeconfig, OUTRIGGER_SHARED_FOLDER: folder }
    const env = { ...ports.environment, ...shared }
    const image = readImagePlace(text)
    const command =
      image === undefined
        ? { program: 'sh', args: ['-c', text], env }
        : await imageCommand(image, { folder, kubeconfig, connection, ports }, signal)
    const verdicts = await judgeOperator(
      stage,
      {
        command,
        checkEnv: env,
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
