import { chargeResult } from '../run/call-cost.ts'
import { callError } from '../run/exec-error.ts'
import { beginInclude, compileText, endInclude, tplError, withoutNoValue } from '../run/invoke.ts'
import { normalize } from '../../formats/go-string.ts'
import type { Node, Tree } from '../parse/nodes.ts'
import { rootName, TemplateSet } from '../template-set.ts'
import { Capture } from './capture.ts'
import { placeAt } from './place.ts'
import type { Provenance, Traced } from './provenance.ts'
import { noReads } from './read-set.ts'
import type { Tracing } from './tracing.ts'

/** `include`: the lines keep what each of them depends on. */
export function includeTraced(tracing: Tracing, node: Node, args: readonly Traced[]): Traced {
  const [name, data] = args as readonly [Traced, Traced]
  const { run, frame } = tracing
  try {
    const template = beginInclude(run, name.value as string, framesPerConstruct)
    const captured = capture(tracing, node, { tree: template.tree, data, text: undefined })
    const text = endInclude(run, name.value as string, framesPerConstruct, captured.text)
    return finish(tracing, text, tracing.origins.adding(captured.from, name.from.reads))
  } catch (error) {
    throw callError(frame.tree, node, 'include', error)
  }
}

/** `tpl`: each line also depends on what the line of its text does. */
export function tplTraced(tracing: Tracing, node: Node, args: readonly Traced[]): Traced {
  const [source, data] = args as readonly [Traced, Traced]
  const { run, frame } = tracing
  const outer = run.templates
  try {
    const own = compileText(run, source.value as string)
    const template = own.get(rootName)
    if (template === undefined) throw new Error('a compiled text has a root')
    run.templates = new TemplateSet(own, outer)
    run.enter(framesPerConstruct)
    const captured = capture(tracing, node, { tree: template.tree, data, text: source.from })
    run.nesting -= framesPerConstruct
    run.templates = outer
    const text = captured.text.isWellFormed() ? captured.text : normalize(captured.text)
    // The lines have been charged with the lines of the source.
    const reads = tracing.sets.union(captured.from.reads, source.from.reads)
    return finish(tracing, withoutNoValue(text), { ...captured.from, reads })
  } catch (error) {
    throw callError(frame.tree, node, 'tpl', tplError(source.value as string, error))
  }
}

/**
 * The charge of one level of nesting: the traced executor needs more stack than the compiled one.
 */
const framesPerConstruct = 8

interface Called {
  readonly tree: Tree
  readonly data: Traced
  readonly text: Provenance | undefined
}

interface Captured {
  readonly text: string
  readonly from: Provenance
}

function capture(tracing: Tracing, node: Node, { tree, data, text }: Called): Captured {
  const { frame, control, outerControl, sets } = tracing
  const { capture: outerCapture } = tracing
  const dot: Traced = { value: data.value === null ? undefined : data.value, from: data.from }
  tracing.frame = {
    tree,
    dot,
    vars: [{ name: '$', value: dot }],
    caller: placeAt(frame, node.pos).at(0),
    text,
  }
  tracing.capture = new Capture(sets)
  tracing.outerControl = sets.union(outerControl, control)
  tracing.control = noReads
  tracing.executeList(tracing, tree.root)
  const result = { text: tracing.capture.text, from: tracing.capture.provenance() }
  tracing.frame = frame
  tracing.capture = outerCapture
  tracing.outerControl = outerControl
  tracing.control = control
  return result
}

function finish(tracing: Tracing, text: string, from: Provenance): Traced {
  return { value: chargeResult(tracing.run, text), from }
}
