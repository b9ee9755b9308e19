import { printJson } from '../../objects/json-text.ts'
import { type Rehearsal, hasWork, isBlocked } from '../../operator/rehearsal/rehearsal.ts'
import { rehearseCluster } from '../../actions/rehearse/cluster-rehearsal.ts'
import { paint } from '../colour.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import { readKubernetesMinor } from '../read-kubernetes-minor.ts'
import { type PlanForm, planFormOf, planOptions } from '../release/print/print-plan.ts'
import { yamlOfJson } from '../release/print/record-text.ts'
import type { Outcome, Ports } from '../verb.ts'
import { clusterView } from './cluster-view.ts'
import { rehearsalJson } from '../../actions/rehearse/rehearsal-json.ts'
import { printRehearsal } from './print-rehearsal.ts'
import {
  type RehearsalChoice,
  rehearsalChoiceOf,
  rehearsalOptions,
  withRehearsalPorts,
} from './rehearsal-options.ts'

export const command = {
  description:
    'Says what an upgrade of Kubernetes would mean for the extensions of a cluster, and changes nothing: which source each has now and then, what must move before the upgrade and what after it, object by object as rendered for the new version, which objects and stored revisions name APIs that are gone, and what stands in the way.',
  arguments: { name: { count: 'one', summary: 'the name of the cluster' } },
  options: {
    output: helmOutputOption,
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary: 'how long it may take, such as 30s or 5m; 5m unless given',
    },
    ...planOptions,
    ...rehearsalOptions,
  },
  examples: [
    'cluster rehearse edge-1 --kubernetes 1.36',
    'cluster rehearse edge-1 --kubernetes 1.36.3 --exit-code -o json',
  ],
} as const satisfies CommandSpec

export interface Options extends RehearsalChoice {
  readonly kubernetes: string
  readonly form: PlanForm
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { kubernetes } = options
  if (kubernetes === undefined) {
    return new UsageError('missing-value', 'give the version to come with --kubernetes 1.36')
  }
  const minor = readKubernetesMinor(kubernetes)
  if (minor instanceof UsageError) return minor
  const choice = rehearsalChoiceOf(given.arguments.name, options)
  if (choice instanceof UsageError) return choice
  return { ...choice, kubernetes: kubernetes.replace(/^v/, ''), form: planFormOf(options) }
}

export const complete = completeNames(clusterView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { form } = options
  const rehearsal = await rehearseInTime(options, ports, io, signal)
  io.stdout.write(textOf(rehearsal, form, io))
  if (isBlocked(rehearsal)) return 'failed'
  const isWork = hasWork(rehearsal, 'before') || hasWork(rehearsal, 'after')
  return form.exitCode === 'tells' && isWork ? 'differs' : 'done'
}

async function rehearseInTime(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const { name, kubernetes: to, timeout } = options
  const late = AbortSignal.timeout(timeout)
  const both = AbortSignal.any([signal, late])
  const report = (line: string) => {
    if (io.stderr.isTerminal) io.stderr.write(`${line}\n`)
  }
  try {
    return await withRehearsalPorts(options, { ports, io }, report, (open) =>
      rehearseCluster(name, to, open, both),
    )
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error
    const what = `the rehearsal of cluster ${name} was not over after ${timeout / 1000} s`
    throw new PlainError(what, { cause: error })
  }
}

function textOf(rehearsal: Rehearsal, { output, show }: PlanForm, io: Io): string {
  if (output === 'table') {
    return printRehearsal(rehearsal, {
      show,
      paint: (text, style) => paint(text, style, io.stdout),
    })
  }
  const json = printJson(rehearsalJson(rehearsal, isBlocked(rehearsal)))
  return output === 'json' ? `${json}\n` : yamlOfJson(json)
}
