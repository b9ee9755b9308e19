import { ReleaseError } from '../../release/errors.ts'
import { failuresOf } from '../../release/plan-change.ts'
import { planUninstall } from '../../release/plan/plan-uninstall.ts'
import type { Plan } from '../../release/plan/plan.ts'
import { uninstall, type UninstallInput } from '../../release/uninstall.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  dryRunOption,
  isDryRun,
  readDuration,
  timeoutOption,
  waitOption,
} from './change-options.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { type OpenReleases, withReleases } from './open-releases.ts'
import { type PlanForm, printPlan } from './print/print-plan.ts'

export const command = {
  description:
    'Deletes the objects of releases and their records. On a terminal it shows what goes, custom resources that go with their definitions included, and asks first.',
  arguments: {
    releases: { count: 'any', summary: 'the names of the releases' },
  },
  options: {
    yes: { kind: 'switch', short: 'y', summary: 'do not ask' },
    'keep-history': { kind: 'switch', summary: 'keep the records, marked as uninstalled' },
    'ignore-not-found': { kind: 'switch', summary: 'no such release is no failure' },
    'no-hooks': { kind: 'switch', summary: 'run no hooks' },
    cascade: {
      kind: 'choice',
      value: 'how',
      choices: ['background', 'foreground', 'orphan'],
      fallback: 'background',
      summary: 'what becomes of what the objects own',
    },
    'take-over': { kind: 'switch', summary: 'give up a revision that another program left' },
    description: { kind: 'text', value: 'TEXT', summary: 'what the history says, when it is kept' },
    ...waitOption,
    ...timeoutOption,
    ...dryRunOption,
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: ['uninstall web', 'uninstall web --keep-history --wait', 'uninstall web --dry-run'],
} as const satisfies CommandSpec

export interface Options {
  readonly names: readonly string[]
  readonly asks: boolean
  readonly ignoreAbsent: boolean
  readonly dryRun: boolean
  readonly how: Omit<UninstallInput, 'namespace' | 'name'>
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { releases: names } = given.arguments
  if (names.length === 0) {
    return new UsageError('missing-argument', 'argument <releases> is missing')
  }
  const timeout = readDuration(options.timeout)
  if (timeout instanceof UsageError) return timeout
  return {
    names,
    asks: !options.yes,
    ignoreAbsent: options['ignore-not-found'],
    dryRun: isDryRun(options),
    how: {
      timeout,
      hooks: options['no-hooks'] ? 'skip' : 'run',
      takeOver: options['take-over'],
      keepHistory: options['keep-history'],
      wait: !['hookOnly', 'false'].includes(options.wait),
      cascade: options.cascade,
      ...(options.description ? { description: options.description } : {}),
    },
    output: options.output,
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  return await failAsHelm('', () =>
    withReleases(options, { ports, io }, async (releases) => {
      for (const name of options.names) {
        const outcome = await uninstallOne(name, options, { releases, io, signal })
        if (outcome === 'failed') return 'failed'
      }
      return 'done'
    }),
  )
}

interface Context {
  readonly releases: OpenReleases
  readonly io: Io
  readonly signal: AbortSignal
}

async function uninstallOne(name: string, options: Options, context: Context): Promise<Outcome> {
  const { releases, io, signal } = context
  const { namespace } = releases
  const last = await releases.store.last({ namespace, name }, signal)
  if (last === undefined && options.ignoreAbsent) return 'done'
  if (last === undefined) {
    const what = `uninstall: Release not loaded: ${name}: release: not found`
    throw new ReleaseError('not-found', what)
  }
  if (options.dryRun || (options.asks && io.stdin.isTerminal)) {
    const { client, discovery } = releases
    const deployed = await releases.store.deployed({ namespace, name }, signal)
    const failed = await failuresOf({ namespace, name }, releases, signal)
    const older = [...(deployed === undefined ? [] : [deployed.record]), ...failed]
    const target = { client, namespace, name }
    const request = { target, record: last.record, older, discovery }
    const plan = await planUninstall({ ...request, hooks: options.how.hooks }, signal)
    const form = { output: options.output, show: 'objects', exitCode: 'always-0' } as const
    if (options.dryRun) return printPlan(plan, form, io)
    if (!(await agrees(name, plan, form, context))) return 'failed'
  }
  const { kept } = await uninstall({ ...options.how, namespace, name }, releases, signal)
  if (kept.length > 0) {
    const lines = kept.map((one) => `[${one.kind}] ${one.name}\n`)
    io.stdout.write(`These resources were kept due to the resource policy:\n${lines.join('')}\n`)
  }
  io.stdout.write(`release "${name}" uninstalled\n`)
  return 'done'
}

/** Shows what goes and asks; only a clear yes is one. */
async function agrees(
  name: string,
  plan: Plan,
  form: PlanForm,
  { io, signal }: Context,
): Promise<boolean> {
  printPlan(plan, form, { ...io, stdout: io.stderr })
  io.stderr.write(`uninstall ${name}? [y/N] `)
  const answer = await io.stdin.readLine('shown', signal)
  if (/^y(es)?$/i.test(answer.trim())) return true
  io.stderr.write('nothing was uninstalled\n')
  return false
}
