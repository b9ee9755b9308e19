import { newestMinor } from '../../apiserver/kubernetes-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { readMinor } from './kubernetes-option.ts'
import { completeName, nameArgument, readName } from './named-sandbox.ts'
import { printSandboxes } from './print-sandboxes.ts'
import { type SandboxSettings, readRunning, readSettings, sandboxFolder } from './sandbox-folder.ts'
import { startDetached } from './start-detached.ts'
import { usageLines } from './usage-lines.ts'

export const complete = completeName

const mostNodes = 50
const defaultNodes = 3

export const command = {
  description:
    'Starts a Kubernetes API on this machine whose workloads are simulated: pods become ready, jobs complete, volumes are bound, and nothing is really run. kubectl and helm work with it. Its objects are kept for the next start. Several sandboxes run side by side under different names.',
  arguments: { name: nameArgument },
  options: {
    kubernetes: {
      kind: 'text',
      value: 'VERSION',
      summary: 'of a new sandbox, such as 1.34; the newest unless given',
    },
    port: { kind: 'text', value: 'PORT', summary: 'listen here; a free one unless given' },
    nodes: {
      kind: 'text',
      value: 'COUNT',
      summary: `nodes of a new sandbox; ${defaultNodes} unless given`,
    },
    detach: { kind: 'switch', short: 'd', summary: 'go on in the background' },
    output: outputOption,
  },
  examples: ['sandbox start', 'sandbox start --detach', 'sandbox start old --kubernetes 1.31'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly kubernetes: string | undefined
  readonly port: number | undefined
  readonly nodes: number | undefined
  readonly detach: boolean
  readonly output: OutputFormat
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { kubernetes, port, nodes, detach, output } = given.options
  const name = readName(given.arguments.name)
  if (name instanceof UsageError) return name
  const minor = kubernetes === undefined ? undefined : readMinor(kubernetes)
  if (minor instanceof UsageError) return minor
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    return new UsageError('bad-value', `--port ${port} is not a port; give 0 to 65535`)
  }
  if (nodes !== undefined && (!/^\d{1,2}$/.test(nodes) || Number(nodes) > mostNodes)) {
    return new UsageError('bad-value', `--nodes ${nodes} is not a count; give 0 to ${mostNodes}`)
  }
  return {
    name,
    kubernetes: minor === undefined ? undefined : `1.${minor}`,
    port: port === undefined ? undefined : Number(port),
    nodes: nodes === undefined ? undefined : Number(nodes),
    detach,
    output,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = sandboxFolder(options.name, ports)
  const running = await readRunning(folder)
  if (running !== undefined) {
    throw new PlainError(
      `the sandbox "${folder.name}" runs already: process ${running.pid} at ${running.url}`,
    )
  }
  const settings = settle(options, await readSettings(folder), ports)
  if (options.detach) {
    await startDetached(folder, settings, ports, signal)
    await printSandboxes([folder], options.output, 'one', io)
    return 'done'
  }
  // Loaded only here: help and completion need none of it.
  const { runSandbox } = await import('./run-sandbox.ts')
  const hooks = {
    onFailure: (error: unknown) => {
      if (!signal.aborted) io.stderr.write(`warning: ${messageOf(error)}\n`)
    },
    started: (_: unknown, now: SandboxSettings) => {
      if (options.output === 'table') io.stdout.write(usageLines(folder, now, ports))
      else void printSandboxes([folder], options.output, 'one', io)
    },
  }
  await runSandbox(folder, settings, hooks, signal)
  return 'done'
}

function settle(
  options: Options,
  kept: SandboxSettings | undefined,
  ports: Ports,
): SandboxSettings {
  const { kubernetes, name } = options
  if (kept !== undefined && kubernetes !== undefined && kept.kubernetes !== kubernetes) {
    const upgrade = `${ports.program.name} sandbox upgrade ${name} --kubernetes ${kubernetes}`
    throw new UsageError(
      'conflict',
      `the sandbox "${name}" is Kubernetes ${kept.kubernetes}; "${upgrade}" changes that`,
    )
  }
  return {
    kubernetes: kubernetes ?? kept?.kubernetes ?? `1.${newestMinor}`,
    port: options.port ?? kept?.port ?? 0,
    nodes: options.nodes ?? kept?.nodes ?? defaultNodes,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
