import type { Value } from '../../formats/value.ts'
import { quote } from '../../formats/quote.ts'
import { compilePipe } from './compile-pipe.ts'
import type { CompileScope } from './compile-scope.ts'
import { execError } from '../run/exec-error.ts'
import { LimitError } from '../limits.ts'
import type { TemplateNode } from '../parse/nodes.ts'
import type { Eval, Exec } from '../run/run.ts'

const noValue: Eval = (): Value => undefined

/** `{{template "name" pipeline}}`: writes to the same output, with variables of its own. */
export function compileTemplateCall(scope: CompileScope, node: TemplateNode): Exec {
  const { tree, depth } = scope
  const { name } = node
  const evaluate = node.pipe === undefined ? noValue : compilePipe(scope, node.pipe).eval
  return (run, dot) => {
    const template = run.templates.find(name)
    if (template === undefined) {
      throw execError(tree, node, `template ${quote(name)} not defined`)
    }
    const data = evaluate(run, dot)
    const { vars } = run
    try {
      run.enter(depth)
    } catch (error) {
      // Go allows more, but what comes this far does not end by itself.
      if (!(error instanceof LimitError)) throw error
      throw execError(tree, node, `exceeded maximum template depth (${goTemplateDepth})`)
    }
    run.spend(1)
    run.vars = [data]
    template.body(run, data)
    run.vars = vars
    run.nesting -= depth
    return 0
  }
}

const goTemplateDepth = 100_000
