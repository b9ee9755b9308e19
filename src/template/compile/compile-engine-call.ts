import type { Value } from '../../formats/value.ts'
import { chargeResult } from '../run/call-cost.ts'
import { callError } from '../run/exec-error.ts'
import type { TemplateFunc } from '../func.ts'
import { include, tpl } from '../functions/include-and-tpl.ts'
import { beginInclude, endInclude, executeTpl } from '../run/invoke.ts'
import type { Node, Tree } from '../parse/nodes.ts'
import type { Eval, Run } from '../run/run.ts'

interface Site {
  readonly tree: Tree
  readonly node: Node
  readonly name: string
}

interface Arguments {
  readonly explicit: readonly Eval[]
  readonly final: Eval | undefined
  readonly checkFinal: (run: Run, value: Value) => Value
}

/** JavaScript functions between a call of `tpl` and the body of its text. */
const tplFrames = 3

/**
 * Calls of `include` and `tpl` go straight to the template, because charts nest them deep: every
 * JavaScript frame saved here is stack for one more level. Undefined for other functions.
 */
export function compileEngineCall(
  site: Site,
  func: TemplateFunc,
  args: Arguments,
  depth: number,
): Eval | undefined {
  const name = args.explicit[0]
  const isComplete = args.explicit.length === (args.final === undefined ? 2 : 1)
  // Where the name itself is piped in, the usual call does.
  if (name === undefined || !isComplete) return undefined
  if (func === include) return includeCall(site, name, args, depth)
  return func === tpl ? tplCall(site, name, args, depth + tplFrames) : undefined
}

function includeCall(site: Site, nameOf: Eval, args: Arguments, depth: number): Eval {
  const { final, checkFinal } = args
  const second = args.explicit[1]
  return (run, dot) => {
    const piped = final?.(run, dot)
    const name = nameOf(run, dot) as string
    const data = second === undefined ? checkFinal(run, piped) : second(run, dot)
    const inner = data === null ? undefined : data
    const { out, vars } = run
    try {
      const template = beginInclude(run, name, depth)
      run.vars = [inner]
      template.body(run, inner)
    } catch (error) {
      throw callError(site.tree, site.node, site.name, error)
    }
    const text = run.out
    run.out = out
    run.vars = vars
    return chargeResult(run, endInclude(run, name, depth, text))
  }
}

function tplCall(site: Site, textOf: Eval, args: Arguments, depth: number): Eval {
  const { final, checkFinal } = args
  const second = args.explicit[1]
  return (run, dot) => {
    const piped = final?.(run, dot)
    const text = textOf(run, dot) as string
    const data = second === undefined ? checkFinal(run, piped) : second(run, dot)
    try {
      return chargeResult(run, executeTpl(run, text, data, depth))
    } catch (error) {
      throw callError(site.tree, site.node, site.name, error)
    }
  }
}
