import type { ProviderCondition, ProviderOperation } from '../../kinds/provider/provider-file.ts'
import { type Attempt, carryOn } from '../../sequence/carry-on.ts'
import { checkChoices } from '../../sequence/check-choices.ts'
import type { Progress } from '../../sequence/marks.ts'
import {
  type Choices,
  type Mark,
  type Sequence,
  type Step,
  findStep,
} from '../../sequence/sequence.ts'
import { type Clock, sleepOn } from '../../std/clock.ts'
import { SiteError } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import { allConditions, conditionSequence } from '../provider/condition-sequence.ts'
import type { Provider } from '../provider/read-provider.ts'
import type { Runner } from '../runner/runner.ts'
import { quoted } from '../runner/shell-text.ts'
import { type ClusterPlan, type Machine, firstControlPlane } from './cluster-plan.ts'
import { clusterJobRunner } from './cluster-job.ts'
import type { FileSource } from './folder-files.ts'
import { type Answer, type Operators, answeredMark } from './delegated-marks.ts'
import { type ClusterSecrets, scriptEnvironment, secretValues } from './script-environment.ts'

/** An operation of a provider on a cluster. */
export interface Operation {
  readonly is: ProviderOperation
  readonly plan: ClusterPlan
  /** Machines that leave with it. */
  readonly leaving: readonly Machine[]
}

export interface OperationPorts {
  readonly clock: Clock
  readonly provider: Provider
  readonly journal: Journal
  /** Read anew before every condition: machines and lists may have changed. */
  readonly read: (signal: AbortSignal) => Promise<Operation>
  readonly runnerFor: (machine: Machine, signal: AbortSignal) => Promise<Runner>
  /** Runs conditions that are about no machine, beside the installer. */
  readonly local: Runner
  /** Finds an entry of `features.files`. */
  readonly files: FileSource
  /** The operators of delegated conditions; without them nothing can be delegated. */
  readonly operators?: Operators
  readonly onLine: (condition: string, machine: string, line: string) => void
  readonly onProgress: (progress: Progress) => void
}

/** The code with which a script says that only a person can help. */
const onlyAPerson = 3

/** The name of an operation's marks in a journal. */
export function operationName({ is, plan }: Pick<Operation, 'is' | 'plan'>): string {
  return `cluster/${plan.name}/${is}`
}

/** Carries the conditions of an operation on, from where the journal stands, until all hold or one is given up. */
export async function runConditions(ports: OperationPorts, signal: AbortSignal): Promise<Progress> {
  const { clock, journal } = ports
  const name = operationName(await ports.read(signal))
  return await carryOn(
    {
      clock,
      sleep: (milliseconds, under) => sleepOn(clock, milliseconds, under),
      read: async (under) => {
        const operation = await ports.read(under)
        const { sequence, choices } = operationSituation(ports.provider, operation)
        return { sequence, choices, marks: await marksOf(name, sequence, ports, under) }
      },
      write: async (mark, under) => {
        if (mark.reason === 'Delegated') await askOperator(mark.step, ports, under)
        await journal.write(name, mark, under)
      },
      carryOut: (step, place, under) => attempt(step, place, ports, under),
      onProgress: ports.onProgress,
    },
    signal,
  )
}

// The answer of an operator is kept like every other mark: the API that it was given on may be gone later.
async function marksOf(
  name: string,
  sequence: Sequence,
  ports: OperationPorts,
  signal: AbortSignal,
): Promise<readonly Mark[]> {
  const { journal, operators, clock } = ports
  const marks = await journal.marks(name)
  if (operators === undefined || !marks.some(({ reason }) => reason === 'Delegated')) return marks
  const answers = await operators.answers(signal)
  const answered = marks.map((mark) => {
    // An operator that took its words back, or an API that does not show the question, is asked again.
    if (mark.reason === 'Delegated' && !isAsked(answers.get(mark.step)))
      return { ...mark, since: undefined }
    const { places } = findStep(sequence, mark.step) ?? {}
    return answeredMark(mark, answers.get(mark.step), { now: clock.now(), places })
  }) as readonly Mark[]
  const all: Mark[] = []
  for (const [index, answer] of answered.entries()) {
    const before = marks[index] ?? answer
    const isNew = answer.reason !== before.reason
    const mark =
      isNew && answer.reason === 'Done' ? await checked(before, answer, ports, signal) : answer
    if (mark.reason !== before.reason) await journal.write(name, mark, signal)
    all.push(mark)
  }
  return all
}

// `Waiting` is the platform's own reason before the question; an operator does not write it.
function isAsked(shown: Answer | undefined): boolean {
  return shown !== undefined && !(shown.status === 'Unknown' && shown.reason === 'Waiting')
}

// An operator may say True when it is not so: the check of the provider, if there is one, has the last word.
async function checked(
  before: Mark,
  answer: Mark,
  ports: OperationPorts,
  signal: AbortSignal,
): Promise<Mark> {
  const operation = await ports.read(signal)
  const condition = ports.provider.file[operation.is].find(({ name }) => name === answer.step)
  if (condition?.check === undefined) return answer
  const { output: _, ...own } = condition
  const text = await withPrelude(condition.check, ports)
  try {
    for (const place of answer.places ?? [undefined]) {
      const machine = machineAt(condition, place, operation)
      const runner = machine === undefined ? ports.local : await ports.runnerFor(machine, signal)
      const end = await runScript(
        { condition: own, text, operation, machine },
        runner,
        ports,
        signal,
      )
      if (end.is === 'done') continue
      const where = machine === undefined ? '' : ` on ${machine.ip}`
      const message = `its operator says True (${answer.message}), and the check${where} says: ${end.message}`
      return { ...before, status: 'False', reason: 'Failed', message, since: ports.clock.now() }
    }
  } catch (error) {
    // A machine that cannot be asked now is asked again: nothing is True before that.
    if (error instanceof SiteError && error.isTransient) return before
    throw error
  }
  return answer
}

async function askOperator(
  condition: string,
  { operators }: OperationPorts,
  signal: AbortSignal,
): Promise<void> {
  if (operators !== undefined) return await operators.ask(condition, signal)
  throw new SiteError('bad-site', `${condition} is delegated, and there is no API for operators`)
}

/** The conditions of an operation and the choices of its cluster; names that nobody knows are refused. */
export function operationSituation(
  provider: Provider,
  operation: Operation,
): { readonly sequence: Sequence; readonly choices: Choices } {
  return { sequence: sequenceOf(provider, operation), choices: choicesOf(provider, operation) }
}

function sequenceOf(provider: Provider, { is, plan, leaving }: Operation) {
  return conditionSequence(provider, is, { machines: plan.machines, leaving })
}

/** The choices of a cluster for this operation: names of another operation's conditions are for that one. */
function choicesOf({ file }: Provider, { is, plan }: Operation): Choices {
  const { skipConditions: skip, delegateConditions: delegate } = plan.features
  const everything = { machines: [], leaving: [] }
  const problems = checkChoices(allConditions({ file }), { skip, delegate })
  if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
  const own = conditionSequence({ file }, is, everything)
  const isOwn = (name: string) => findStep(own, name) !== undefined
  return { skip: skip.filter(isOwn), delegate: delegate.filter(isOwn) }
}

async function attempt(
  step: Step,
  place: string | undefined,
  ports: OperationPorts,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    return await bringAbout(step, place, ports, signal)
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return { is: 'failed', message: error.message, isFinal: !error.isTransient }
  }
}

async function bringAbout(
  { name }: Step,
  place: string | undefined,
  ports: OperationPorts,
  signal: AbortSignal,
): Promise<Attempt> {
  const operation = await ports.read(signal)
  const condition = ports.provider.file[operation.is].find((one) => one.name === name)
  if (condition === undefined) throw new SiteError('bad-provider', `${name} is gone`)
  if (condition.nothing !== undefined) return { is: 'done', message: condition.nothing }
  const machine = machineAt(condition, place, operation)
  const runner =
    machine === undefined
      ? runnerBeside(condition, operation.plan, ports)
      : await ports.runnerFor(machine, signal)
  if (condition.copyFiles === true) return await copyFiles(operation.plan, runner, ports, signal)
  const text = await scriptOf(condition, operation.plan, ports)
  if (text === undefined) return { is: 'done', message: `there is no hook ${condition.hook ?? ''}` }
  const work = { condition, text, operation, machine }
  return await runScript(work, runner, ports, signal)
}

// A condition that is about no machine runs beside the installer, or as a Job on the cluster itself.
function runnerBeside(
  condition: ProviderCondition,
  { name }: ClusterPlan,
  { local, journal }: OperationPorts,
): Runner {
  if (condition.image === undefined) return local
  return clusterJobRunner(name, condition, (under) => journal.secrets(name, under))
}

function machineAt(
  { scope }: ProviderCondition,
  place: string | undefined,
  { plan, leaving }: Operation,
): Machine | undefined {
  if (scope === 'first-control-plane') return firstControlPlane(plan.machines)
  return [...plan.machines, ...leaving].find(({ ip }) => ip === place)
}

async function scriptOf(
  condition: ProviderCondition,
  plan: ClusterPlan,
  { provider }: OperationPorts,
): Promise<string | undefined> {
  const { hook, script, command } = condition
  if (hook !== undefined) return hookText(plan.features.hooks[hook], argumentsOf(condition, plan))
  const own = script === undefined ? command : (await provider.read(script)).toString('utf8')
  return await withPrelude(own ?? '', { provider })
}

async function withPrelude(
  text: string,
  { provider }: Pick<OperationPorts, 'provider'>,
): Promise<string> {
  const { prelude } = provider.file
  const before = prelude === undefined ? '' : (await provider.read(prelude)).toString('utf8')
  return `${before}\n${text}`
}

// The first word is a file on the machine, which a copy may have left without its mode.
function hookText(command: string | undefined, words: readonly string[]): string | undefined {
  if (command === undefined || command.trim() === '') return undefined
  const [program = ''] = command.trim().split(/\s+/)
  return `set -eu\nchmod +x ${program}\n${[command, ...words].join(' ')}`
}

// Hooks of the cluster get its annotations and labels, as with TKEStack; its name is the last word of every hook.
function argumentsOf(
  { scope }: ProviderCondition,
  { name, annotations, labels }: ClusterPlan,
): readonly string[] {
  const own = scope === 'first-control-plane' ? [annotations, labels].flatMap(Object.entries) : []
  return [...own.map(([key, value]) => quoted(`${key}=${value}`)), `cluster=${name}`]
}

interface ScriptWork {
  readonly condition: ProviderCondition
  readonly text: string
  readonly operation: Operation
  readonly machine: Machine | undefined
}

async function runScript(
  { condition, text, operation, machine }: ScriptWork,
  runner: Runner,
  { journal, clock, onLine }: OperationPorts,
  signal: AbortSignal,
): Promise<Attempt> {
  const { name, output } = condition
  const { plan, leaving } = operation
  const secrets: ClusterSecrets = await journal.secrets(plan.name, signal)
  const beside = condition.image === undefined ? 'the installer' : 'the cluster'
  const where = machine?.ip ?? beside
  const end = await runner.run(
    {
      name,
      text,
      env: {
        ...scriptEnvironment(plan, machine, secrets),
        OUTRIGGER_CONDITION: name,
        OUTRIGGER_LEAVING_NAMES: leaving.map((one) => one.name).join(' '),
        OUTRIGGER_NOW: String(Math.floor(clock.now() / 1000)),
      },
      secrets: secretValues(secrets),
      keepsOutput: output !== undefined,
      onLine: (line) => onLine(name, where, line),
    },
    signal,
  )
  if (end.code !== 0) {
    const why = end.tail === '' ? `the script ended with ${end.code}` : end.tail
    return { is: 'failed', message: why, isFinal: end.code === onlyAPerson }
  }
  if (output !== undefined) {
    await journal.keepOutput(plan.name, { name: output, value: end.output }, signal)
  }
  return { is: 'done', message: condition.about }
}

async function copyFiles(
  { features }: ClusterPlan,
  runner: Runner,
  { provider, files }: OperationPorts,
  signal: AbortSignal,
): Promise<Attempt> {
  let count = 0
  for (const { src, dst, mode } of provider.file.files) {
    await runner.put({ content: await provider.read(src), path: dst, mode }, signal)
    count++
  }
  for (const file of features.files) {
    for (const { content, path, mode } of await files(file, signal)) {
      await runner.put({ content: content(), path, mode }, signal)
      count++
    }
  }
  return { is: 'done', message: `${count} files` }
}
