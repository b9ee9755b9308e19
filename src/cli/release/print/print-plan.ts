import { printJson } from '../../../objects/json-text.ts'
import { blockers, changesSomething, type Plan } from '../../../release/plan/plan.ts'
import { planJson } from '../../../release/plan/print/plan-json.ts'
import { printPlan as planText } from '../../../release/plan/print/print-plan.ts'
import { paint } from '../../colour.ts'
import type { OptionSpec } from '../../command-spec.ts'
import type { Io } from '../../io.ts'
import type { HelmOutput } from '../../output/helm-output.ts'
import type { Outcome } from '../../verb.ts'
import { yamlOfJson } from './record-text.ts'

/** The options of commands that print a plan. */
export const planOptions = {
  'exit-code': { kind: 'switch', summary: 'end with 3 when something would change' },
  'detailed-exitcode': { kind: 'switch', summary: 'the same as --exit-code' },
  summary: { kind: 'switch', summary: 'print which objects change, not which fields' },
} as const satisfies Record<string, OptionSpec>

export interface PlanForm {
  readonly output: HelmOutput
  readonly show: 'changes' | 'objects'
  readonly exitCode: 'always-0' | 'tells'
}

export function planFormOf(given: {
  readonly output: HelmOutput
  readonly 'exit-code': boolean
  readonly 'detailed-exitcode': boolean
  readonly summary: boolean
}): PlanForm {
  const tells = given['exit-code'] || given['detailed-exitcode']
  return {
    output: given.output,
    show: given.summary ? 'objects' : 'changes',
    exitCode: tells ? 'tells' : 'always-0',
  }
}

/** Prints a plan. It fails when carrying it out would. */
export function printPlan(plan: Plan, form: PlanForm, io: Io): Outcome {
  io.stdout.write(textOf(plan, form, io))
  if (blockers(plan).length > 0) return 'failed'
  return form.exitCode === 'tells' && changesSomething(plan) ? 'differs' : 'done'
}

function textOf(plan: Plan, { output, show }: PlanForm, io: Io): string {
  if (output === 'table') {
    return planText(plan, { show, paint: (text, style) => paint(text, style, io.stdout) })
  }
  const json = printJson(planJson(plan))
  return output === 'json' ? `${json}\n` : yamlOfJson(json)
}
