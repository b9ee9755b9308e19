import { normalize } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import type { Value } from '../../formats/value.ts'
import { asLimitError, errorText, ExecError } from './exec-error.ts'
import { FuncError } from '../func.ts'
import { maxIncludesOfOneName } from '../limits.ts'
import { measureActions } from '../measure-actions.ts'
import type { Executable, Run } from './run.ts'
import { rootName, TemplateSet } from '../template-set.ts'
import { ParseError } from '../parse/token-buffer.ts'

/** The steps that parsing and compiling the text of `tpl` costs. */
const stepsPerText = 100
const textPerStep = 4
/** The same for an action in it, and for each character between its braces. */
const stepsPerAction = 8
const stepsPerCharacter = 1

/** Helm's `include`: the output of a named template with its own variables. */
export function includeTemplate(run: Run, name: string, data: Value, depth: number): string {
  const { out, vars } = run
  const template = beginInclude(run, name, depth)
  const dot = data === null ? undefined : data
  run.vars = [dot]
  template.body(run, dot)
  const text = run.out
  run.out = out
  run.vars = vars
  return endInclude(run, name, depth, text)
}

/** The template to include, with an empty output to write to. */
export function beginInclude(run: Run, name: string, depth: number): Executable {
  const active = run.includes.get(name) ?? 0
  if (active > maxIncludesOfOneName) {
    throw new FuncError(
      `rendering template has a nested reference name: ${name}: unable to execute template`,
    )
  }
  const template = run.templates.find(name)
  if (template === undefined) throw noTemplate(name)
  run.includes.set(name, active + 1)
  run.enter(depth)
  run.spend(1)
  run.out = ''
  return template
}

/** Ends an include and gives its output as a Go string. */
export function endInclude(run: Run, name: string, depth: number, text: string): string {
  run.nesting -= depth
  run.includes.set(name, (run.includes.get(name) ?? 1) - 1)
  // Bytes written one after the other may be characters again.
  return text.isWellFormed() ? text : normalize(text)
}

/** Helm's `tpl`: the text is parsed beside the templates of the run, which it sees, and executed. */
export function executeTpl(run: Run, text: string, data: Value, depth: number): string {
  // Charged whether the text is in the cache or not, so that renders do not depend on what was before.
  run.spend(stepsPerText + Math.ceil(text.length / textPerStep) + stepsForActions(text))
  const own = compileText(run, text)
  const template = own.get(rootName)
  if (template === undefined) throw noTemplate(rootName)
  const outer = run.templates
  run.templates = new TemplateSet(own, outer)
  try {
    return withoutNoValue(execute(run, template, data, depth))
  } catch (error) {
    throw tplError(text, error)
  } finally {
    run.templates = outer
  }
}

function stepsForActions(text: string): number {
  const { count, characters } = measureActions(text)
  return count * stepsPerAction + characters * stepsPerCharacter
}

/** The output of a template with this dot. */
export function execute(run: Run, template: Executable, data: Value, depth: number): string {
  const { out, vars } = run
  // A nil given to a template is not a value at all.
  const dot = data === null ? undefined : data
  run.enter(depth)
  run.spend(1)
  run.out = ''
  run.vars = [dot]
  template.body(run, dot)
  const text = run.out
  run.out = out
  run.vars = vars
  run.nesting -= depth
  return text.isWellFormed() ? text : normalize(text)
}

/** Helm deletes what text/template prints for missing values, wherever the text comes from. */
export function withoutNoValue(text: string): string {
  return text.includes('<no value>') ? text.replaceAll('<no value>', '') : text
}

function noTemplate(name: string): FuncError {
  return new FuncError(
    `template: no template ${quote(name)} associated with template ${quote(rootName)}`,
  )
}

/** The templates of a text given to `tpl`. */
export function compileText(run: Run, text: string): ReadonlyMap<string, Executable> {
  try {
    return run.options.compileText(text)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new FuncError(`cannot parse template ${quote(text)}: ${error.message}`)
  }
}

/** The error of `tpl`, made from the error of its text. */
export function tplError(text: string, error: unknown): Error {
  if (!(error instanceof ExecError) && !(error instanceof FuncError)) return asLimitError(error)
  return new FuncError(
    `error during tpl function execution for ${quote(text)}: ${errorText(error)}`,
    'returned',
    { cause: error },
  )
}
