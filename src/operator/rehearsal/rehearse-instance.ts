import { isObstacle } from '../pass/obstacle.ts'
import { type Choice, type ChoiceInput, chooseSource } from '../../catalog/choice/choose-source.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { Reason } from '../../kinds/conditions.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { type Plugin, parsePlugin } from '../../kinds/plugin.ts'
import { type Json, equalJson } from '../../objects/json.ts'
import { blockers } from '../../release/plan/plan.ts'
import { printId } from '../../release/desired/object-id.ts'
import { chooseAmong, choiceInputOf } from '../kinds/extension-instance/choose.ts'
import { decide } from '../kinds/extension-instance/decide.ts'
import type { FitAnswer } from '../kinds/extension-instance/source/fit-answer.ts'
import { sourceAnnotation, versionAnnotation } from '../pass/instance-names.ts'
import { type ClusterSeen, type Observation } from '../kinds/extension-instance/observation.ts'
import { observe } from '../kinds/extension-instance/observe.ts'
import type { InstanceReads } from '../kinds/extension-instance/context.ts'
import { resolveTag } from '../kinds/extension-instance/source/resolve-tag.ts'
import {
  minorOf,
  saltIn,
  secretNameOf,
  withDesired,
} from '../kinds/extension-instance/desired-plugin.ts'
import { takesSecrets } from '../kinds/extension-instance/parameters/takes-secrets.ts'
import type { MadeRelease } from './made-release.ts'
import { type PlanContext, type PluginToPlan, planPlugin } from './plan-plugin.ts'
import type { PlannedFor, PlannedPlugin } from './plan-release.ts'
import type { Findings, Move, RehearsedInstance, SourceName } from './rehearsal.ts'
import { holdReasonOf, rehearseHeld } from './rehearse-held.ts'
import { type Step, versionAt } from './step.ts'
import { storedOf } from './stored-revisions.ts'

/** Everything that a rehearsal can read and write. */
export interface RehearsalContext extends PlanContext {
  readonly instances: InstanceReads
}

interface Known {
  readonly step: Step
  readonly seen: Observation
  readonly extension: Extension
  readonly cluster: ClusterSeen
  readonly context: RehearsalContext
  readonly signal: AbortSignal
}

const nothing = {
  revision: undefined,
  now: undefined,
  later: undefined,
  before: undefined,
  after: undefined,
  unfit: [],
  stored: { before: [], after: [] },
  blocks: [],
  notices: [],
  held: undefined,
  broken: undefined,
} as const

/** The meaning of an upgrade of Kubernetes for one instance. */
export async function rehearseInstance(
  instance: ExtensionInstance,
  step: Step,
  context: RehearsalContext,
  signal: AbortSignal,
): Promise<RehearsedInstance> {
  const { metadata, spec } = instance
  const names = {
    instance: `${metadata.namespace}/${metadata.name}`,
    extension: spec.extension,
  }
  const seen = await observe(instance, context.instances, signal)
  const { extension, cluster, plugin } = seen
  const tell = (notice: string) => ({ ...nothing, ...names, notices: [notice] })
  if (extension === undefined) return tell(`there is no Extension ${spec.extension}`)
  if (isObstacle(cluster)) return tell(`waits for ${cluster.message}`)
  if (!spec.enabled) return tell('it is disabled')
  // The cluster tells the truth; its object follows.
  const own: ClusterSeen = { ...cluster, version: step.from, versionObstacle: undefined }
  const known: Known = { step, seen, extension, cluster: own, context, signal }
  if (plugin?.isOurs !== true) return { ...names, ...(await rehearseAbsent(known)) }
  const held = holdReasonOf(plugin.plugin)
  // A retired instance goes, whoever holds it.
  if (held !== undefined && !isRetired(known)) {
    const one = { plugin: plugin.plugin, held, now: runsOf(seen) }
    return { ...names, ...(await rehearseHeld(one, step, context.target, signal)) }
  }
  return { ...names, ...(await rehearseInstalled(known)) }
}

function isRetired(known: Known): boolean {
  const moment = { at: known.step.to, current: currentOf(known.seen) }
  return chooseSource(known.extension.spec, inputAt(known, moment)).is === 'uninstall'
}

// A revision that is held need not be of what its Plugin was written from.
function runsOf({ plugin, instance }: Observation): SourceName {
  const { version, source = '' } = instance.status
  return version === undefined ? currentOf({ plugin, instance }) : { version, source }
}

async function rehearseAbsent(known: Known): Promise<Findings> {
  const { choice } = await chooseAt(known, { at: known.step.to, current: undefined })
  if (choice.is !== 'take')
    return { ...nothing, notices: [`it is not installed: ${choice.because}`] }
  return { ...nothing, later: nameOf(choice), notices: ['it is not installed yet'] }
}

async function rehearseInstalled(known: Known): Promise<Findings> {
  const { step, seen, cluster } = known
  const current = currentOf(seen)
  const isStep = minorOf({ version: step.from }) !== minorOf({ version: step.to })
  const early = isStep
    ? await chooseAt(known, { at: step.from, target: step.to, current })
    : undefined
  const middle = (early === undefined ? undefined : nameOf(early.choice)) ?? current
  const late = await chooseAt(known, {
    at: step.to,
    current: middle,
    ...(early?.planned === undefined ? {} : { before: early.planned.made }),
  })
  const later = nameOf(late.choice) ?? middle
  const before = early === undefined ? undefined : moveOf(current, early)
  const after = moveOf(middle, late)
  // Where nothing is for the new version it was already so, or it is news.
  const was = await chooseAt(known, { at: cluster.version, current })
  const isNews = was.choice.is === 'take' || late.choice.is === 'uninstall'
  const refusal = late.choice.is === 'take' ? [] : [late.choice.because]
  const broken = brokenBy(seen.instance)
  // After an upgrade nobody can tell what was so before it, except by what has nothing to do with it.
  const old = new Set((isStep ? problemsOf(was) : []).map(({ cause }) => cause))
  const found = [...(early === undefined ? [] : problemsOf(early)), ...problemsOf(late)]
  const isOld = ({ cause }: Found) => old.has(cause) || (!isStep && broken !== undefined)
  const causes = found.filter(isOld).map(({ cause }) => cause)
  return {
    revision: seen.plugin?.plugin.status.revision,
    now: current,
    later,
    before,
    after,
    unfit: late.unfit,
    stored: await storedOf(seen.plugin?.plugin, step, known.context.target, known.signal),
    blocks: [
      ...new Set([
        ...(isNews ? refusal : []),
        ...found.filter((one) => !isOld(one)).map(({ line }) => line),
      ]),
    ],
    held: undefined,
    broken: broken ?? (causes.length === 0 ? undefined : [...new Set(causes)].join('; ')),
    notices: [
      ...(isNews ? [] : refusal),
      ...(late.choice.is === 'take' && late.choice.notice !== undefined
        ? [late.choice.notice]
        : []),
    ],
  }
}

function currentOf({ plugin, instance }: Pick<Observation, 'plugin' | 'instance'>): SourceName {
  const notes = plugin?.plugin.metadata.annotations ?? {}
  return {
    version: notes[versionAnnotation] ?? instance.status.version ?? '',
    source: notes[sourceAnnotation] ?? instance.status.source ?? '',
  }
}

interface Chosen {
  readonly choice: Choice
  /** Sources that were passed over, and why. */
  readonly unfit: readonly string[]
  /** The changes; undefined when nothing is taken or they cannot be told. */
  readonly planned?: Extract<PlannedPlugin, { readonly is: 'planned' }>
  /** Why it cannot be told. */
  readonly problem?: string
}

interface ChoiceMoment {
  readonly at: string
  readonly target?: string
  readonly current: SourceName | undefined
  /** The release that will have been made before; the present one by default. */
  readonly before?: MadeRelease
}

// The operator's own decision on a supposed observation. The plan of what it would write says whether the source fits.
async function chooseAt(known: Known, moment: ChoiceMoment): Promise<Chosen> {
  const answers = new Map<string, FitAnswer>()
  for (;;) {
    const choice = chooseAmong(known.extension, inputAt(known, moment), answers)
    const unfit = [...answers].flatMap(([key, answer]) =>
      answer.is === 'unfit' ? [`${key}: ${answer.because}`] : [],
    )
    if (choice.is !== 'take') return { choice, unfit }
    const { key } = choice.offer
    const { planned, problem } = await examine(known, choice, moment)
    if (planned?.is !== 'unfit' || answers.has(key)) {
      const plan = planned?.is === 'planned' ? { planned } : {}
      return { choice, unfit, ...plan, ...(problem === undefined ? {} : { problem }) }
    }
    answers.set(key, { is: 'unfit', because: planned.because.join('; ') })
  }
}

function inputAt({ seen, step }: Known, { at, target, current: runs }: ChoiceMoment): ChoiceInput {
  const { instance, asked } = seen
  const current = runs && { version: runs.version, key: runs.source }
  return choiceInputOf({ instance, asked, current }, { version: versionAt(step, at), target })
}

interface Examined {
  readonly planned?: PlannedPlugin
  readonly problem?: string
}

async function examine(
  known: Known,
  choice: Extract<Choice, { readonly is: 'take' }>,
  { at, before }: ChoiceMoment,
): Promise<Examined> {
  const { seen, context, signal } = known
  const supposed = await suppose(known, choice, at)
  if (isObstacle(supposed.resolved)) return { problem: supposed.resolved.message }
  // One that is written for the first time draws another salt; what its keys are called changes nothing else.
  const decided = decide({ ...supposed, salt: saltIn(seen.writtenValues) ?? '' })
  const decision = decided.do === 'write' ? (decided.hindered ?? decided) : decided
  if (decision.do !== 'write' && decision.do !== 'rest') {
    if (decision.do === 'refuse') return { problem: decision.obstacle.message }
    return {
      problem: decision.do === 'wait' ? `waits for ${decision.for.join('; ')}` : decision.do,
    }
  }
  if (seen.plugin === undefined) return {}
  try {
    const toPlan = { ...pluginToPlan(known, decision), ...(before === undefined ? {} : { before }) }
    return { planned: await planPlugin(toPlan, plannedFor(known, at), context, signal) }
  } catch (error) {
    if (signal.aborted) throw error
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

// The observation that the operator would make once the cluster has the version.
async function suppose(
  { seen, step, cluster, context, signal }: Known,
  choice: Choice,
  at: string,
): Promise<Observation> {
  return {
    ...seen,
    cluster: { ...cluster, version: versionAt(step, at), target: undefined },
    choice,
    fit: { is: 'fits' },
    resolved: await resolveTag(choice, seen, context.instances, signal),
    // The order in which they move is for those who move them.
    dependencies: seen.dependencies.map((one) => ({ ...one, isMoving: false })),
  }
}

function plannedFor({ step }: Known, at: string): PlannedFor {
  if (at !== step.to || step.from === step.to) return { is: 'now', version: at }
  return { is: 'then', to: step.to, toMinor: step.toMinor }
}

function pluginToPlan(
  { seen, context }: Known,
  decision: Extract<ReturnType<typeof decide>, { readonly do: 'write' | 'rest' }>,
): PluginToPlan {
  const { namespace, name } = seen.instance.metadata
  const known = context.instances.plugins.at(`${namespace}/${name}`)
  if (known?.parsed.ok !== true) throw new Error(`Plugin ${namespace}/${name} is gone`)
  if (decision.do === 'rest') return { plugin: known.parsed.value }
  const { desired } = decision
  const parsed = parsePlugin(withDesired(known.object, desired))
  if (!parsed.ok)
    throw new Error(parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  const plugin = { ...parsed.value, spec: inItsOrder(parsed.value.spec, known.parsed.value.spec) }
  if (desired.secret === undefined) return { plugin }
  const { instance } = seen
  const isPlain = !takesSecrets(instance)
  return { plugin, secret: { name: secretNameOf(instance), data: desired.secret, isPlain } }
}

// A field that is written again stays as the server has it, whose order of fields counts for the
// operator.
function inItsOrder(spec: Plugin['spec'], before: Plugin['spec']): Plugin['spec'] {
  const same = Object.entries(before).filter(([field, value]) =>
    equalJson(value as Json, spec[field as keyof typeof spec] as Json | undefined),
  )
  return { ...spec, ...Object.fromEntries(same) }
}

function nameOf(choice: Choice): SourceName | undefined {
  return choice.is === 'take'
    ? { version: choice.offer.version, source: choice.offer.key }
    : undefined
}

function moveOf(from: SourceName, { choice, planned }: Chosen): Move | undefined {
  const to = nameOf(choice)
  if (to === undefined || planned === undefined) return undefined
  const because = to.source === from.source ? 'render' : 'source'
  if (because === 'render' && !planned.isOther) return undefined
  return { because, from, to, plan: planned.plan }
}

interface Found {
  readonly line: string
  /** The cause, whichever source it is found with. */
  readonly cause: string
}

function problemsOf({ choice, planned, problem }: Chosen): readonly Found[] {
  const source = nameOf(choice)?.source ?? ''
  const own = problem === undefined ? [] : [{ line: `${source}: ${problem}`, cause: problem }]
  const inPlan = planned === undefined ? [] : blockers(planned.plan)
  const lines = inPlan.map(
    ({ object, problem: { message } }) => `${printId(object.id)}: ${message}`,
  )
  return [...own, ...lines.map((line) => ({ line, cause: line }))]
}

/** Reasons that no version of Kubernetes is to blame for. */
const ownReasons: ReadonlySet<string> = new Set<Reason>([
  'AccountMissing',
  'Conflict',
  'Forbidden',
  'InstallFailed',
  'InvalidParameters',
  'InvalidValues',
  'ValuesNotFound',
])

function brokenBy({ status }: ExtensionInstance): string | undefined {
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status !== 'False' || !ownReasons.has(ready.reason)) return undefined
  return `${ready.reason}: ${ready.message}`
}
