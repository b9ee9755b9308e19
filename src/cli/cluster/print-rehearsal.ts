import {
  type Move,
  type Phase,
  type Rehearsal,
  type RehearsedInstance,
  type SourceName,
  hasWork,
  heldText,
} from '../../operator/rehearsal/rehearsal.ts'
import { printStoredRemovedApi } from '../../release/desired/renew-apis.ts'
import type { StaleRevision } from '../../release/stored/renew-stored.ts'
import { type PrintPlanOptions, printPlan } from '../../release/plan/print/print-plan.ts'

/** A rehearsal for people: what stands in the way, what moves before, what after. */
export function printRehearsal(rehearsal: Rehearsal, options: PrintPlanOptions): string {
  const { cluster, from, to, instances, notices } = rehearsal
  const blocked = instances.filter(({ blocks }) => blocks.length > 0)
  const lines = [
    options.paint(`Cluster ${cluster}: Kubernetes ${from} → ${to}`, 'bold'),
    ...notices.map((notice) => options.paint(`! ${notice}`, 'yellow')),
    ...section(
      'in the way',
      blocked.flatMap(({ instance, blocks }) =>
        blocks.map((line) => options.paint(`  ${instance}: ${line}`, 'red')),
      ),
    ),
    ...section(
      'was not ready before, and is not waited for',
      instances.flatMap(({ instance, broken }) =>
        broken === undefined ? [] : [`  ${instance}: ${broken}`],
      ),
    ),
    ...section('held, and not waited for', instances.flatMap(heldLine)),
    ...phaseLines(rehearsal, 'before', options),
    ...phaseLines(rehearsal, 'after', options),
    ...section('stays as it is', instances.filter(staysAsItIs).map(quietLine)),
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}

function heldLine(one: RehearsedInstance): readonly string[] {
  const held = heldText(one)
  if (held === undefined) return []
  return [`  ${one.instance}${sourceText(one.now)}: ${[held, ...one.notices].join('; ')}`]
}

function sourceText(name: SourceName | undefined): string {
  if (name === undefined || name.version === '') return ''
  return ` ${name.version}${name.source === '' ? '' : ` (${name.source})`}`
}

function staysAsItIs(one: RehearsedInstance): boolean {
  const { before, after, stored, blocks } = one
  const isMoved = before !== undefined || after !== undefined
  const isTold = isMoved || one.broken !== undefined || one.held !== undefined
  return !isTold && stored.before.length + stored.after.length + blocks.length === 0
}

function quietLine({ instance, now, notices }: RehearsedInstance): string {
  return `  ${instance}${sourceText(now)}${notices.length === 0 ? '' : `: ${notices.join('; ')}`}`
}

function phaseLines(
  rehearsal: Rehearsal,
  phase: Phase,
  options: PrintPlanOptions,
): readonly string[] {
  if (!hasWork(rehearsal, phase)) return []
  const lines = rehearsal.instances.flatMap((one) => {
    const move = one[phase]
    return [
      ...(move === undefined ? [] : moveLines(one, move, options)),
      ...one.stored[phase].flatMap((stale) => staleLines(one, stale)),
    ]
  })
  return section(`${phase} the upgrade`, lines)
}

function moveLines(
  { instance, notices, unfit }: RehearsedInstance,
  { because, from, to, plan }: Move,
  options: PrintPlanOptions,
): readonly string[] {
  const what =
    because === 'source'
      ? `${from.version} → ${to.version} (${from.source} → ${to.source})`
      : `${to.version} renders differently (${to.source})`
  const details = printPlan(plan, options)
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `      ${line}`))
  const passed = unfit.map((line) => `      passed over ${line}`)
  return [
    `  ${instance} ${what}`,
    ...passed,
    ...notices.map((notice) => `      ! ${notice}`),
    ...details,
  ]
}

function staleLines(
  { instance }: RehearsedInstance,
  { revision, removed }: StaleRevision,
): readonly string[] {
  const lines = removed.map((one) => `      ${printStoredRemovedApi(one)}`)
  return [`  ${instance} stored revision ${revision} is rewritten`, ...lines]
}
