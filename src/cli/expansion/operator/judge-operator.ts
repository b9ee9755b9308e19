import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { conditionOf, nameOf } from '../../../objects/kube-object.ts'
import { sleep } from '../../../std/sleep.ts'
import { type OperatorCommand, OperatorProcess } from './operator-process.ts'
import { type OperatorStage, type Seen, otherHolder } from './operator-stage.ts'
import { managerOf, othersWrites, platformManagers } from './operator-writes.ts'
import { type Verdict, Verdicts } from './rules.ts'

export interface JudgeOptions {
  readonly command: OperatorCommand
  /** The conditions that the operator brings about. */
  readonly conditions: readonly string[]
  /** Milliseconds that it has for one. */
  readonly patience: number
  /** Shell text that ends with 0 when a condition holds. */
  readonly check: string | undefined
  readonly checkEnv: OperatorCommand['env']
  /** Told when a part of the trial begins. */
  readonly onPart: (name: string) => void
}

const quietMilliseconds = 3000
const otherLeaseSeconds = 4
const renewals = 6
const stopMilliseconds = 10_000
/** A condition that operators of others bring about. */
const othersCondition = 'EnsureSomebodyElses'

interface Trial extends JudgeOptions {
  readonly stage: OperatorStage
  readonly verdicts: Verdicts
}

/** Plays the platform for somebody's operator and judges what it does, rule by rule. */
export async function judgeOperator(
  stage: OperatorStage,
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const verdicts = new Verdicts()
  const trial: Trial = { ...options, stage, verdicts }
  const { conditions } = options
  const all = [...conditions, othersCondition]
  for (const name of ['quiet', 'given-up']) await stage.show(name, all)
  let operator = new OperatorProcess(options.command)
  try {
    options.onPart('questions, one after the other, and a claim of somebody else')
    const isAlive = await watched(operator, trial, signal, async (under) => {
      await Promise.all([
        askedInTurn(trial, under),
        claimedByOther(trial, under),
        givenUp(trial, under),
      ])
    })
    // One that does not answer at all answers neither after a kill nor beside a second one.
    if (isAlive && verdicts.is('ends') === 'kept') {
      options.onPart('a kill in the middle')
      operator = await killed(operator, trial, signal)
      options.onPart('two replicas')
      await twoReplicas(operator, trial, signal)
      verdicts.judge(
        'stops',
        await operator.stop(stopMilliseconds),
        `it did not end within ${stopMilliseconds / 1000} s of SIGTERM`,
      )
    }
    judgeWrites(trial)
    return verdicts.all((rule) =>
      rule === 'tells-the-truth' && options.check === undefined
        ? 'nobody says whether it is true (--check)'
        : 'it did not get so far',
    )
  } finally {
    await operator.kill()
  }
}

// An operator that ends before it is asked to is reported once, and nothing else is judged.
async function watched(
  operator: OperatorProcess,
  { stage, verdicts }: Trial,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController()
  const over = new AbortController()
  const under = AbortSignal.any([signal, ended.signal])
  const watching = stage
    .until(() => operator.ended !== undefined, 2 ** 31, AbortSignal.any([signal, over.signal]))
    .then(
      () => ended.abort(),
      () => undefined,
    )
  try {
    await work(under)
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    over.abort()
    await watching
  }
  signal.throwIfAborted()
  const tail = operator.tail === '' ? '' : `: ${operator.tail}`
  return verdicts.judge(
    'stays-up',
    operator.ended === undefined,
    `it ${operator.ended ?? ''}${tail}`,
  )
}

async function askedInTurn(trial: Trial, signal: AbortSignal): Promise<void> {
  const { conditions, stage, verdicts, patience } = trial
  for (const condition of conditions) {
    const name = `asked-${conditions.indexOf(condition)}`
    await stage.show(name, [condition, othersCondition])
    const heldBefore = await checked(trial, name, condition, signal)
    if (!(await answered(trial, { name, condition }, signal))) continue
    await judgeTruth(trial, { name, condition, heldBefore }, signal)
    await judgeSilence(trial, { name, condition }, signal)
    await stage.ask(name, condition, Date.now() + patience)
    const isTrue = () => stage.now(name, condition)?.status === 'True'
    const isAnswered = await stage.until(isTrue, patience, signal)
    verdicts.judge('answers-again', isAnswered, `${condition} was asked for again, in vain`)
  }
}

interface Question {
  readonly name: string
  readonly condition: string
}

/** Asks, and judges the way to the answer; says whether it was True. */
async function answered(
  { stage, verdicts, patience }: Trial,
  { name, condition }: Question,
  signal: AbortSignal,
): Promise<boolean> {
  const began = stage.seen(name).length
  await stage.ask(name, condition, Date.now() + patience)
  const since = () => stage.seen(name).slice(began)
  const hasWords = () => firstWord(since(), condition) !== undefined
  const isClaimed = () => stage.claims(name, condition).some(({ holder }) => holder !== '')
  const seconds = Math.round(patience / 1000)
  const isNoticed = await stage.until(() => isClaimed() || hasWords(), patience, signal)
  const silent = `${condition} was asked for, and there was neither a claim nor a word within ${seconds} s`
  if (!verdicts.judge('notices', isNoticed, silent)) return false
  const isEnd = () => {
    const now = stage.now(name, condition)
    return now?.status === 'True' || now?.reason === 'Failed'
  }
  await stage.until(isEnd, patience, signal)
  judgeClaim({ stage, verdicts }, { name, condition }, since())
  const now = stage.now(name, condition)
  const said =
    now?.reason === 'Failed' ? `it said Failed: ${now.message}` : 'neither True nor Failed came'
  return verdicts.judge('ends', now?.status === 'True', `${condition}: ${said} within ${seconds} s`)
}

// By who has the fields: a word may be the same as the question.
function firstWord(seen: readonly Seen[], condition: string): Seen | undefined {
  return seen.find(({ object }) =>
    othersWrites(object).some(({ conditions }) => conditions.includes(condition)),
  )
}

function judgeClaim(
  { stage, verdicts }: Pick<Trial, 'stage' | 'verdicts'>,
  { name, condition }: Question,
  seen: readonly Seen[],
): void {
  const word = firstWord(seen, condition)
  const claim = stage.claims(name, condition).find(({ holder }) => holder !== '')
  if (word === undefined && claim === undefined) return
  const isBefore = claim !== undefined && (word === undefined || claim.at <= word.at)
  const found = claim === undefined ? 'there was no Lease' : 'the Lease came after its first word'
  verdicts.judge('claims-first', isBefore, `${condition}: ${found}`)
}

async function judgeTruth(
  trial: Trial,
  { name, condition, heldBefore }: Question & { readonly heldBefore: boolean | undefined },
  signal: AbortSignal,
): Promise<void> {
  if (heldBefore !== false) return
  const holds = await checked(trial, name, condition, signal)
  const message = `${condition} is said to be True, and the check says that it is not`
  trial.verdicts.judge('tells-the-truth', holds === true, message)
}

/** Whether the check of the author says that a condition holds; undefined without one. */
async function checked(
  { check, checkEnv }: Trial,
  name: string,
  condition: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (check === undefined) return undefined
  const env = { ...checkEnv, OUTRIGGER_CLUSTER: name, OUTRIGGER_CONDITION: condition }
  const child = spawn('sh', ['-c', check], { env, stdio: 'ignore', signal })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

async function judgeSilence(
  { stage, verdicts }: Trial,
  { name, condition }: Question,
  signal: AbortSignal,
): Promise<void> {
  const wordsOf = ({ object }: Seen) => JSON.stringify(conditionOf(object, condition))
  const before = stage.seen(name)
  const said = before.at(-1)
  await sleep(quietMilliseconds, signal)
  const later = stage.seen(name).slice(before.length)
  const others = later.filter((one) => said === undefined || wordsOf(one) !== wordsOf(said))
  const last = others.at(-1)
  const found = last === undefined ? '' : wordsOf(last)
  verdicts.judge('answers-once', others.length === 0, `${condition} was True, then came ${found}`)
}

async function claimedByOther(trial: Trial, signal: AbortSignal): Promise<void> {
  const { stage, verdicts, patience, conditions } = trial
  const [condition = ''] = conditions
  const name = 'claimed'
  await stage.show(name, [condition, othersCondition])
  await stage.claim(name, condition, otherLeaseSeconds)
  const began = stage.seen(name).length
  await stage.ask(name, condition, Date.now() + patience * 2)
  for (let count = 0; count < renewals; count++) {
    await sleep(1000, signal)
    const stolen = thief(stage, name, condition)
    if (stolen !== undefined) {
      return verdicts.break(
        'leaves-claims',
        `${condition} was claimed by ${otherHolder}, and ${stolen} took the Lease`,
      )
    }
    const word = firstWord(stage.seen(name).slice(began), condition)
    if (word !== undefined) {
      const found = JSON.stringify(conditionOf(word.object, condition))
      return verdicts.break(
        'leaves-claims',
        `${condition} was claimed by ${otherHolder}, and it wrote ${found}`,
      )
    }
    await stage.claim(name, condition, otherLeaseSeconds)
  }
  const isTrue = () => stage.now(name, condition)?.status === 'True'
  const isTaken = await stage.until(isTrue, otherLeaseSeconds * 1000 + patience, signal)
  verdicts.judge(
    'leaves-claims',
    isTaken,
    `${condition}: the claim of ${otherHolder} ran out, and no answer came`,
  )
}

function thief(stage: OperatorStage, name: string, condition: string): string | undefined {
  return stage
    .claims(name, condition)
    .map(({ holder }) => holder)
    .find((holder) => holder !== otherHolder)
}

async function givenUp({ stage, verdicts, conditions }: Trial, signal: AbortSignal): Promise<void> {
  const [condition = ''] = conditions
  const name = 'given-up'
  await stage.ask(name, condition, Date.now() - 1000)
  await stage.giveUp(name, condition)
  const began = stage.seen(name).length
  await sleep(quietMilliseconds * 2, signal)
  const word = firstWord(stage.seen(name).slice(began), condition)
  const found = word === undefined ? '' : JSON.stringify(conditionOf(word.object, condition))
  const message = `${condition} was given up, and it wrote ${found}`
  verdicts.judge('keeps-time', word === undefined, message)
}

async function killed(
  operator: OperatorProcess,
  trial: Trial,
  signal: AbortSignal,
): Promise<OperatorProcess> {
  const { stage, verdicts, patience, conditions, command } = trial
  const [condition = ''] = conditions
  const name = 'killed'
  await stage.show(name, [condition, othersCondition])
  const until = Date.now() + patience * 4
  await stage.ask(name, condition, until)
  const isClaimed = () => stage.claims(name, condition).some(({ holder }) => holder !== '')
  await stage.until(isClaimed, patience, signal)
  await operator.kill()
  const wasDone = stage.now(name, condition)?.status === 'True'
  const again = new OperatorProcess(command)
  // One that was quicker than the kill is asked once more.
  if (wasDone) await stage.ask(name, condition, until)
  const lease = stage.claims(name, condition).at(-1)?.durationSeconds ?? 0
  const wait = patience + lease * 1000
  const isTrue = () => stage.now(name, condition)?.status === 'True'
  const isAnswered = await stage.until(isTrue, wait, signal)
  const message = `${condition}: it was started again, and no answer came within ${Math.round(wait / 1000)} s`
  verdicts.judge('goes-on-after-a-kill', isAnswered, message)
  return again
}

async function twoReplicas(
  operator: OperatorProcess,
  trial: Trial,
  signal: AbortSignal,
): Promise<void> {
  const { stage, verdicts, patience, conditions, command } = trial
  const [condition = ''] = conditions
  const name = 'pair'
  const second = new OperatorProcess(command)
  try {
    // Both are to be there when the question comes.
    await sleep(quietMilliseconds, signal)
    await stage.show(name, [condition, othersCondition])
    await stage.ask(name, condition, Date.now() + patience)
    const isTrue = () => stage.now(name, condition)?.status === 'True'
    await stage.until(isTrue, patience, signal)
    await sleep(quietMilliseconds, signal)
    const answers = changesTo('True', stage.seen(name), condition)
    const found = `${condition} became True ${answers} times`
    const ends = [operator.ended, second.ended].filter((one) => one !== undefined)
    const isOne = answers === 1 && ends.length === 0
    const why = ends.length === 0 ? found : `a replica ${ends[0]}`
    verdicts.judge('one-at-a-time', isOne, why)
  } finally {
    await second.stop(stopMilliseconds)
  }
}

function changesTo(status: string, seen: readonly Seen[], condition: string): number {
  const all = seen.map(({ object }) => conditionOf(object, condition)?.status)
  return all.filter((one, index) => one === status && all[index - 1] !== status).length
}

/** Judges everything that was ever written, on every Cluster. */
function judgeWrites({ stage, verdicts, conditions }: Trial): void {
  const asked = ['claimed', 'killed', 'pair', ...conditions.map((_, index) => `asked-${index}`)]
  for (const name of ['quiet', 'given-up', ...asked]) {
    for (const { object } of stage.seen(name)) judgeState(object, verdicts)
  }
  for (const condition of [...conditions, othersCondition]) {
    const [claim] = stage.claims('quiet', condition)
    if (claim === undefined) continue
    const message = `Cluster quiet asks for nothing, and ${claim.holder} took the Lease of ${condition}`
    verdicts.break('only-what-is-asked', message)
  }
  verdicts.keep('only-what-is-asked')
  verdicts.keep('own-condition-only')
  verdicts.keep('by-apply')
}

function judgeState(object: Seen['object'], verdicts: Verdicts): void {
  const name = nameOf(object)
  for (const { manager, operation, conditions, others } of othersWrites(object)) {
    const who = `Cluster ${name}: manager ${manager}`
    if (operation !== 'Apply') {
      verdicts.break('by-apply', `${who} wrote by ${operation}, not by server-side apply`)
    }
    const [other] = others
    if (other !== undefined) verdicts.break('own-condition-only', `${who} wrote ${other}`)
    for (const condition of conditions) {
      if (name === 'quiet') {
        verdicts.break('only-what-is-asked', `${who} wrote ${condition}, which nobody asks for`)
      } else if (condition === othersCondition || !isDelegated(object, condition)) {
        verdicts.break(
          'own-condition-only',
          `${who} wrote ${condition}, which it was not asked for`,
        )
      }
    }
  }
  judgeManagers(object, verdicts)
}

function isDelegated(object: Seen['object'], condition: string): boolean {
  const list = (object['spec'] as { features?: { delegateConditions?: readonly string[] } })
    .features
  return list?.delegateConditions?.includes(condition) === true
}

// A platform asks and waits; it never says True for somebody else.
function judgeManagers(object: Seen['object'], verdicts: Verdicts): void {
  for (const manager of Object.values(platformManagers)) {
    const found = (
      (object['status'] as { conditions?: readonly { type: string; status: string }[] } | undefined)
        ?.conditions ?? []
    ).find(({ type, status }) => status === 'True' && managerOf(object, type) === manager)
    if (found === undefined) continue
    const message = `Cluster ${nameOf(object)}: ${found.type} was written as ${manager}, which is the platform's`
    verdicts.break('by-apply', message)
  }
}
