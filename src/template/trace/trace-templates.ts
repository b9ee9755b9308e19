// Renders as engine.ts does, by walking the trees instead of running what they were compiled to, and
// records for each line of each file which template line wrote it and which values it depends on. The
// compiled templates know nothing of this, so that an ordinary render pays nothing for it.
import { normalize } from '../../formats/go-string.ts'
import {
  asRenderError,
  beginRender,
  isPartial,
  setTemplateFacts,
  type RenderInput,
} from '../engine.ts'
import { findFunction } from '../compile/compile.ts'
import { withoutNoValue } from '../run/invoke.ts'
import type { Run } from '../run/run.ts'
import { Capture } from './capture.ts'
import { evaluatePipe } from './evaluate-traced.ts'
import { executeList } from './execute-traced.ts'
import { nowhere, type LineOrigin } from './provenance.ts'
import { noReads, type ReadSet, type ReadSets } from './read-set.ts'
import type { OriginStore } from './container-origins.ts'
import type { Guard } from './guard.ts'
import type { Fault, Tracing } from './tracing.ts'

export interface TraceInput extends RenderInput {
  readonly sets: ReadSets
  /** The origins of the containers that templates are given. */
  readonly origins: OriginStore
  /** The reads that decided that a template is rendered at all. */
  readonly controlOf: (template: string) => ReadSet
  readonly onGuard?: (guard: Guard) => void
}

export interface TracedFile {
  readonly text: string
  /** One for each line of the text. */
  readonly lines: readonly LineOrigin[]
  /** Everything the text depends on, also what left lines out. */
  readonly reads: ReadSet
}

export type TraceOutput =
  | { readonly files: ReadonlyMap<string, TracedFile> }
  | { readonly error: unknown; readonly fault: Fault | undefined }

/** Renders with provenance. A failure is an outcome, because what led to it was recorded too. */
export function traceTemplates(input: TraceInput): TraceOutput {
  const run = beginRender(input)
  const files = new Map<string, TracedFile>()
  for (const template of input.templates) {
    if (isPartial(template.name)) continue
    setTemplateFacts(template)
    const tracing = newTracing(input, run, template.name)
    try {
      files.set(template.name, traceFile(tracing, { value: template.data, from: nowhere }))
    } catch (error) {
      return { error: asRenderError(template.name, error), fault: tracing.fault }
    }
  }
  return { files }
}

function newTracing(input: TraceInput, run: Run, name: string): Tracing {
  const { sets, origins, funcs } = input
  const template = run.templates.find(name)
  if (template === undefined) throw new Error(`template ${name} was parsed and is gone`)
  return {
    run,
    sets,
    origins,
    findFunction: (wanted) => findFunction(funcs, wanted),
    executeList,
    evaluatePipe,
    frame: {
      tree: template.tree,
      dot: { value: undefined, from: nowhere },
      vars: [],
      caller: undefined,
      text: undefined,
    },
    capture: new Capture(sets),
    control: input.controlOf(name),
    outerControl: noReads,
    fault: undefined,
    onGuard: input.onGuard,
    journal: undefined,
  }
}

function traceFile(tracing: Tracing, data: Tracing['frame']['dot']): TracedFile {
  const { frame, capture, control } = tracing
  frame.dot = data
  frame.vars.push({ name: '$', value: data })
  capture.note(control)
  executeList(tracing, frame.tree.root)
  const { text } = capture
  return {
    text: withoutNoValue(text.isWellFormed() ? text : normalize(text)),
    lines: capture.lineOrigins(),
    reads: capture.provenance().reads,
  }
}
