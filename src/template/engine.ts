// Helm's engine: the templates of a chart tree in, rendered files out.
//
//   const { files, misses } = renderTemplates({
//     templates: sortTemplates([{ name: 'c/templates/a.yaml', text, data, basePath: 'c/templates' }]),
//     funcs,             // Sprig's and Helm's functions; text/template's built-ins are always there
//     entropy,           // random bytes and the time
//   })
//
// `data` is the top-level dot of the template's chart (a TypedMap 'common.Values' with Values, Chart,
// Release, Capabilities, Files, Subcharts), one map for all templates of one chart; the engine sets
// its `Template` before each file, as Helm does. Parsed and compiled templates are cached by content
// for each function map, so keep and reuse one `funcs` object. Failures are thrown as RenderError with
// Helm's text. Nothing here reads a clock, a file or the network.
import { compareStrings } from '../formats/go-string.ts'
import type { TypedMap, Value } from '../formats/value.ts'
import { executionLocation, parseLocation } from './error-location.ts'
import { MissingKeysError, RenderError } from './errors.ts'
import { asLimitError, ExecError } from './run/exec-error.ts'
import type { Entropy, FuncMap } from './func.ts'
import { execErrorText, parseErrorText } from './helm-errors.ts'
import { execute, executeTpl, includeTemplate, withoutNoValue } from './run/invoke.ts'
import { templatesOf } from './library.ts'
import { defaultLimits, LimitError, type Limits } from './limits.ts'
import type { LookupQuery, Lookups } from './lookups.ts'
import { newValues } from './objects/values.ts'
import { Run, type Executable } from './run/run.ts'
import { rootName, TemplateSet } from './template-set.ts'
import { ParseError } from './parse/token-buffer.ts'

export interface TemplateSource {
  /** The full name, such as `parent/charts/sub/templates/a.yaml`. */
  readonly name: string
  readonly text: string
  /** The top-level dot; shared by the templates of one chart, because templates may change it. */
  readonly data: TypedMap
  /** The value of `.Template.BasePath`: the chart's path and `/templates`. */
  readonly basePath: string
}

export interface RenderInput {
  /** In the order in which they are parsed and executed; see sortTemplates. */
  readonly templates: readonly TemplateSource[]
  readonly funcs: FuncMap
  readonly entropy: Entropy
  /** Answers for `lookup`; none when rendering without a cluster. */
  readonly lookups?: Lookups
  /** `required` and `fail` do not fail, as in `helm lint`. */
  readonly lintMode?: boolean
  /** A missing map key is an error (missingkey=error), as the engine's Strict. */
  readonly strict?: boolean
  readonly limits?: Partial<Limits>
}

export interface RenderOutput {
  /** Text by template name, in the order of execution; partials (`_…`) are not in it. */
  readonly files: ReadonlyMap<string, string>
  /** Lookups that had no answer and gave an empty map. When there are any, `files` is provisional. */
  readonly misses: readonly LookupQuery[]
}

/** Renders all templates, or throws a RenderError with Helm's text, or a MissingKeysError. */
export function renderTemplates(input: RenderInput): RenderOutput {
  const run = beginRender(input)
  try {
    const output = renderAll(input, run)
    if (run.missingKeys.length === 0) return output
  } catch (error) {
    // A render that fails without a key may succeed with it.
    if (run.missingKeys.length === 0) throw error
  }
  throw new MissingKeysError(run.missingKeys)
}

/** A run with all templates parsed and none executed. Throws a RenderError for one that is not well formed. */
export function beginRender(input: RenderInput): Run {
  return newRun(input, parseAll(input))
}

function renderAll(input: RenderInput, run: Run): RenderOutput {
  const files = new Map<string, string>()
  let length = 0
  for (const template of input.templates) {
    if (isPartial(template.name)) continue
    const text = renderFile(run, template)
    length += text.length
    if (length > run.options.limits.outputLength) throw tooMuchOutput(run.options.limits)
    files.set(template.name, text)
  }
  return { files, misses: [...run.misses.values()] }
}

/** Helm's order of parsing and executing: deepest path first, then by name, descending. */
export function sortTemplates<T extends { readonly name: string }>(templates: readonly T[]): T[] {
  return templates.toSorted(
    (a, b) => depthOf(b.name) - depthOf(a.name) || compareStrings(b.name, a.name),
  )
}

function depthOf(name: string): number {
  return name.split('/').length
}

/** All templates by name. Of two with one name the later is kept, unless it is empty. */
function parseAll(input: RenderInput): ReadonlyMap<string, Executable> {
  const all = new Map<string, Executable>()
  for (const { name, text } of input.templates) {
    for (const [defined, template] of parseFile(input.funcs, name, text)) {
      if (!template.tree.isEmpty || !all.has(defined)) all.set(defined, template)
    }
  }
  return all
}

function parseFile(funcs: FuncMap, name: string, text: string): ReadonlyMap<string, Executable> {
  try {
    return templatesOf(funcs, name, text)
  } catch (error) {
    if (!(error instanceof ParseError)) throw asRenderError(name, error)
    const location = parseLocation(name, text, error.message)
    throw new RenderError('parse', parseErrorText(name, error.message), { cause: error, location })
  }
}

function newRun(input: RenderInput, templates: ReadonlyMap<string, Executable>): Run {
  return new Run({
    templates: new TemplateSet(templates, undefined),
    compileText: (text) => templatesOf(input.funcs, rootName, text),
    includeTemplate,
    executeTpl,
    entropy: input.entropy,
    lookups: input.lookups ?? new Map(),
    lintMode: input.lintMode ?? false,
    strict: input.strict ?? false,
    limits: { ...defaultLimits, ...input.limits },
  })
}

/** Sets `.Template` for the file that is executed next. */
export function setTemplateFacts({ name, data, basePath }: TemplateSource): void {
  const own: [string, Value][] = [
    ['Name', name],
    ['BasePath', basePath],
  ]
  data.set('Template', newValues(own))
}

function renderFile(run: Run, source: TemplateSource): string {
  const { name, data } = source
  setTemplateFacts(source)
  const template = run.templates.find(name)
  if (template === undefined) throw new Error(`template ${name} was parsed and is gone`)
  try {
    return withoutNoValue(execute(run, template, data, 1))
  } catch (error) {
    throw asRenderError(name, error)
  }
}

/** Whether a file only defines templates for others. */
export function isPartial(name: string): boolean {
  return name.slice(name.lastIndexOf('/') + 1).startsWith('_')
}

function tooMuchOutput({ outputLength }: Limits): RenderError {
  const message = `rendered files together are longer than ${outputLength} characters`
  return new RenderError('limit', message, { limit: 'output-length' })
}

/** The error of a file's render, made from the error of its execution. */
export function asRenderError(file: string, thrown: unknown): Error {
  if (thrown instanceof ExecError) {
    const location = executionLocation(thrown)
    return new RenderError('execution', execErrorText(file, thrown), { cause: thrown, location })
  }
  const error = asLimitError(thrown)
  if (!(error instanceof LimitError)) return error
  const message = `cannot render ${file}: ${error.message}`
  return new RenderError('limit', message, { cause: error, limit: error.code })
}
