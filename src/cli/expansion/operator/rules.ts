/** The rules that an operator of delegated conditions has to keep to, in the order of the report. */
export const operatorRules = {
  'stays-up': 'runs until it is asked to end',
  notices: 'takes the claim of a condition that is asked for',
  'claims-first': 'holds the claim before its first word',
  ends: 'says True in time',
  'tells-the-truth': 'says True only when it is so (--check)',
  'answers-once': 'says no more once it has said True',
  'answers-again': 'answers when it is asked again',
  'only-what-is-asked': 'leaves conditions alone that are not delegated or whose turn has not come',
  'leaves-claims': "leaves somebody else's claim alone until it has run out, then goes on",
  'own-condition-only': 'writes the condition that it is asked for and nothing else',
  'by-apply': 'writes by server-side apply, with a manager that is not of the platform',
  'keeps-time': 'says nothing about a condition that was given up',
  'goes-on-after-a-kill': 'answers after it was killed in the middle and started again',
  'one-at-a-time': 'two replicas answer once',
  stops: 'ends within ten seconds when it is asked to',
} as const

export type OperatorRule = keyof typeof operatorRules

/** How a rule ended. */
export interface Verdict {
  readonly rule: OperatorRule
  readonly is: 'kept' | 'broken' | 'not judged'
  readonly message: string
}

/** The verdicts about an operator; a rule that was broken once stays broken. */
export class Verdicts {
  readonly #found = new Map<OperatorRule, Verdict>()

  keep(rule: OperatorRule): void {
    if (!this.#found.has(rule)) this.#found.set(rule, { rule, is: 'kept', message: '' })
  }

  break(rule: OperatorRule, message: string): void {
    if (this.#found.get(rule)?.is === 'broken') return
    this.#found.set(rule, { rule, is: 'broken', message })
  }

  /** How a rule ended so far; undefined when it was not judged. */
  is(rule: OperatorRule): Verdict['is'] | undefined {
    return this.#found.get(rule)?.is
  }

  /** Says whether a rule was kept, and why not. */
  judge(rule: OperatorRule, isKept: boolean, message: string): boolean {
    if (isKept) this.keep(rule)
    else this.break(rule, message)
    return isKept
  }

  /** All rules in their order; `why` says why one was not judged. */
  all(why: (rule: OperatorRule) => string): readonly Verdict[] {
    return (Object.keys(operatorRules) as OperatorRule[]).map(
      (rule) => this.#found.get(rule) ?? { rule, is: 'not judged', message: why(rule) },
    )
  }
}
