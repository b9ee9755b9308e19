// Helm's engine: the templates of a chart tree in, rendered files out.
//
//   const { files, misses } = renderTemplates({
//     templates: sortTemplates([{ name: 'c/templates/a.yaml', text, data, basePath: 'c/templates' }]),
//     funcs,             // Sprig's and Helm's functions; text/template's built-ins are always there
//     draws,             // random bytes and the time
//   })
//
// `data` is the top-level dot of the template's chart (a TypedMap 'common.Values' with Values, Chart,
// Release, Capabilities, Files, Subcharts), one map for all templates of one chart; the engine sets
// its `Template` before each file, as Helm does. Parsed and compiled templates are cached by content
// for each function map, so keep and reuse one `funcs` object. Failures are thrown as RenderError with
// Helm's text. Nothing here reads a clock, a file or the network.
import { compareStrings } from '../formats/go-string.ts'
import type { TypedMap } from '../formats/value.ts'
import type { Draws, FuncMap } from './func.ts'
import type { Limits } from './limits.ts'
import type { LookupQuery, Lookups } from './lookups.ts'

export interface TemplateSource {
  /** The full name, such as `parent/charts/sub/templates/a.yaml`. */
  readonly name: string
  readonly text: string
  /** The top-level dot; shared by the templates of one chart, because templates may change it. */
  readonly data: TypedMap
  /** What `.Template.BasePath` is: the chart's path and `/templates`. */
  readonly basePath: string
}

export interface RenderInput {
  /** In the order in which they are parsed and executed; see sortTemplates. */
  readonly templates: readonly TemplateSource[]
  readonly funcs: FuncMap
  readonly draws: Draws
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

/** Renders all templates, or throws a RenderError with Helm's text. */
export function renderTemplates(input: RenderInput): RenderOutput {
  throw new Error(`not ready: ${input.templates.length} templates`)
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
