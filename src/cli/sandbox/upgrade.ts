import { sleep } from '../../std/sleep.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { answeredMinor } from './answers.ts'
import { readMinor } from './kubernetes-option.ts'
import { completeName, knownSandbox, nameArgument, readName } from './named-sandbox.ts'
import { type SandboxFolder, readRunning, writeSettings } from './sandbox-folder.ts'

export const complete = completeName

const patienceMilliseconds = 30_000
const pauseMilliseconds = 100

export const command = {
  description:
    'Makes a sandbox another version of Kubernetes, as an upgrade of a cluster would: the version that it tells and the APIs that it serves change, what it holds stays. One that runs is started again.',
  arguments: { name: nameArgument },
  options: {
    kubernetes: { kind: 'text', value: 'VERSION', summary: 'the version to become, such as 1.35' },
  },
  examples: ['sandbox upgrade --kubernetes 1.35', 'sandbox upgrade old --kubernetes 1.32'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly minor: number
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const name = readName(given.arguments.name)
  if (name instanceof UsageError) return name
  const { kubernetes } = given.options
  if (kubernetes === undefined) {
    return new UsageError('missing-value', 'give the version to become with --kubernetes 1.36')
  }
  const minor = readMinor(kubernetes)
  return minor instanceof UsageError ? minor : { name, minor }
}

export async function run(
  { name, minor }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { folder, settings } = await knownSandbox(name, ports)
  const kubernetes = `1.${minor}`
  if (settings.kubernetes === kubernetes) {
    io.stdout.write(`sandbox "${name}" is Kubernetes ${kubernetes} already\n`)
    return 'done'
  }
  if (minor < Number(settings.kubernetes.split('.')[1])) {
    throw new PlainError(
      `the sandbox "${name}" is Kubernetes ${settings.kubernetes}: a cluster is never made older; start another one with --kubernetes ${kubernetes}`,
    )
  }
  const running = await readRunning(folder)
  await writeSettings(folder, { ...settings, kubernetes }, signal)
  if (running !== undefined) await untilServed(folder, minor, ports, signal)
  io.stdout.write(
    `sandbox "${name}" is Kubernetes ${kubernetes} now, after ${settings.kubernetes}\n`,
  )
  return 'done'
}

async function untilServed(
  { name, kubeconfig }: SandboxFolder,
  minor: number,
  { environment }: Ports,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds
  while (performance.now() < deadline) {
    if ((await answeredMinor(kubeconfig, environment, signal)) === String(minor)) return
    await sleep(pauseMilliseconds, signal)
  }
  throw new PlainError(`the sandbox "${name}" did not come back as Kubernetes 1.${minor} in time`)
}
