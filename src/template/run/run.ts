import type { Value } from '../../formats/value.ts'
import { FuncError, type CallScope, type Entropy, type KeyKind } from '../func.ts'
import { LimitError, type Limits } from '../limits.ts'
import { lookupKey, type LookupAnswer, type LookupQuery, type Lookups } from '../lookups.ts'
import type { Node, Tree } from '../parse/nodes.ts'
import type { TemplateSet } from '../template-set.ts'

/** How a node ended: 0 to go on, 1 after `break`, 2 after `continue`. */
export type Signal = 0 | 1 | 2

/** A compiled pipeline or operand. */
export type Eval = (run: Run, dot: Value) => Value

/** A compiled node of a body; writes to the run's output. */
export type Exec = (run: Run, dot: Value) => Signal

/** A template that is ready to be executed. */
export interface Executable {
  readonly tree: Tree
  readonly body: Exec
}

/** The parts that a run is made from. */
export interface RunOptions {
  readonly templates: TemplateSet<Executable>
  readonly compileText: (text: string) => ReadonlyMap<string, Executable>
  readonly includeTemplate: (run: Run, name: string, data: Value, depth: number) => string
  readonly executeTpl: (run: Run, text: string, data: Value, depth: number) => string
  readonly entropy: Entropy
  readonly lookups: Lookups
  readonly lintMode: boolean
  readonly strict: boolean
  readonly limits: Limits
}

/** Steps between two looks at the size of the output. */
const stepsBetweenChecks = 1_000_000

/** The changing state of one render. Compiled templates hold none, so that renders share them. */
export class Run implements CallScope {
  readonly options: RunOptions
  readonly entropy: Entropy
  readonly lintMode: boolean
  readonly strict: boolean
  /** The output of the template being executed, so far. */
  out = ''
  /** The variables of the template being executed, by slot; `$` is the first. */
  vars: Value[] = []
  templates: TemplateSet<Executable>
  /** How often each name is being included at this moment. */
  readonly includes = new Map<string, number>()
  readonly misses = new Map<string, LookupQuery>()
  readonly missingKeys: KeyKind[] = []
  /** The node visited last, kept only where it depends on values (`and`, `or`). */
  last: Node | undefined
  fuel: number
  nesting = 0
  private nextCheck: number

  constructor(options: RunOptions) {
    this.options = options
    this.entropy = options.entropy
    this.lintMode = options.lintMode
    this.strict = options.strict
    this.templates = options.templates
    this.fuel = options.limits.steps
    this.nextCheck = Math.max(0, this.fuel - stepsBetweenChecks)
  }

  readonly spend = (steps: number): void => {
    this.fuel -= steps
    if (this.fuel < this.nextCheck) this.check()
  }

  readonly include = (name: string, data: Value): string =>
    this.options.includeTemplate(this, name, data, 1)

  readonly tpl = (text: string, data: Value): string => this.options.executeTpl(this, text, data, 1)

  readonly noteMissingKey = (kind: KeyKind): void => {
    this.missingKeys.push(kind)
  }

  readonly lookup = (apiVersion: string, kind: string, namespace: string, name: string): Value => {
    const answer = this.answerTo({ apiVersion, kind, namespace, name })
    if (answer === undefined) return new Map()
    if ('error' in answer) throw new FuncError(answer.error)
    return answer.value
  }

  /** Counts constructs that become active inside each other; the caller counts them down again. */
  enter(depth: number): void {
    this.nesting += depth
    if (this.nesting <= this.options.limits.nesting) return
    throw new LimitError(
      'nesting',
      `templates call each other more than ${this.options.limits.nesting} constructs deep`,
    )
  }

  /** Refuses a string that no chart needs. */
  checkLength(length: number): void {
    const limit = this.options.limits.stringLength
    if (length <= limit) return
    throw new LimitError('string-length', `a text is longer than ${limit} characters`)
  }

  checkListLength(length: number): void {
    const limit = this.options.limits.listLength
    if (length <= limit) return
    throw new LimitError('list-length', `a list has more than ${limit} elements`)
  }

  private check(): void {
    if (this.fuel < 0) {
      throw new LimitError('steps', `templates took more than ${this.options.limits.steps} steps`)
    }
    this.checkLength(this.out.length)
    // Reading a character makes the engine join what was appended piece by piece, which frees the pieces.
    this.out.charCodeAt(0)
    this.nextCheck = Math.max(0, this.fuel - stepsBetweenChecks)
  }

  private answerTo(query: LookupQuery): LookupAnswer | undefined {
    const key = lookupKey(query)
    const answer = this.options.lookups.get(key)
    if (answer === undefined) this.misses.set(key, query)
    return answer
  }
}
