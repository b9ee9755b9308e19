import type { Value } from '../formats/value.ts'
import { chargeResult } from './call-result.ts'
import { callError } from './exec-error.ts'
import type { TemplateFunc } from './func.ts'
import { include, tpl } from './functions/engine.ts'
import { executeText, includeTemplate } from './invoke.ts'
import type { Node, Tree } from './nodes.ts'
import type { Eval, Run } from './run.ts'

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

type Invoke = (run: Run, text: string, data: Value, depth: number) => string

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
  const invoke: Invoke | undefined =
    func === include ? includeTemplate : func === tpl ? executeText : undefined
  const [first, second] = args.explicit
  const { final, checkFinal } = args
  if (invoke === undefined || first === undefined) return undefined
  const frames = depth + 2
  if (second !== undefined && final === undefined) {
    return (run, dot) => {
      const text = first(run, dot) as string
      const data = second(run, dot)
      try {
        return chargeResult(run, invoke(run, text, data, frames))
      } catch (error) {
        throw callError(site.tree, site.node, site.name, error)
      }
    }
  }
  if (second !== undefined || final === undefined) return undefined
  return (run, dot) => {
    const piped = final(run, dot)
    const text = first(run, dot) as string
    const data = checkFinal(run, piped)
    try {
      return chargeResult(run, invoke(run, text, data, frames))
    } catch (error) {
      throw callError(site.tree, site.node, site.name, error)
    }
  }
}
