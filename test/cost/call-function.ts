import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import { TypedList, type Value } from '../../src/formats/value.ts'
import { beginRender } from '../../src/template/engine.ts'
import type { FuncMap } from '../../src/template/func.ts'
import { helmFunctions } from '../../src/template/functions/helm-functions.ts'
import { execute } from '../../src/template/run/invoke.ts'
import type { Limits } from '../../src/template/limits.ts'
import { newValues } from '../../src/template/objects/values.ts'
import { type Argument, Expression, someKey } from './function-rows.ts'
import type { Outcome, Work } from './measure.ts'

const name = 'cost/templates/a.yaml'
const partial = { name: 'cost/templates/_echo.tpl', text: '{{ define "echo" }}{{ . }}{{ end }}' }

/** A call in a template, ready to be measured: what it takes is what the whole engine takes for it. */
export function callWork(
  func: string,
  args: readonly Argument[],
  { funcs = helmFunctions, limits = { steps: 1e12 } }: CallOptions = {},
): Work {
  const data = newValues([['key', someKey()]])
  const words = args.map((arg, at) => {
    if (arg instanceof Expression) return arg.text
    data.set(`a${at}`, arg)
    return `.a${at}`
  })
  const text = `{{ $result := ${[func, ...words].join(' ')} }}{{ keep $result }}`
  let kept: Value
  const keep = {
    params: ['interface {}'],
    call: ([value]: readonly Value[]) => ((kept = value), ''),
  }
  const basePath = 'cost/templates'
  const run = beginRender({
    templates: [
      { ...partial, data, basePath },
      { name, text, data, basePath },
    ],
    funcs: { ...funcs, keep },
    entropy: nodeEntropy(),
    limits,
  })
  const template = run.templates.find(name)
  if (template === undefined) throw new Error('the template is gone')
  const input = args.reduce<number>((sum, arg) => sum + sizeOf(arg), 0)
  return {
    input,
    run: (): Outcome => {
      const before = run.fuel
      kept = undefined
      try {
        execute(run, template, data, 1)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        return { output: error.message.length, steps: before - run.fuel }
      }
      return { output: sizeOf(kept), steps: before - run.fuel }
    },
  }
}

interface CallOptions {
  readonly funcs?: FuncMap
  readonly limits?: Partial<Limits>
}

/** The characters of a value's texts, and some for everything else. */
function sizeOf(value: Argument): number {
  const waiting: Argument[] = [value]
  let sum = 0
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    sum += 4
    if (typeof next === 'string' || next instanceof Uint8Array) sum += next.length
    else if (next instanceof Map) {
      for (const [key, inner] of next) {
        sum += key.length
        waiting.push(inner)
      }
    } else {
      const items = next instanceof TypedList ? next.items : Array.isArray(next) ? next : []
      for (const item of items ?? []) waiting.push(item)
    }
  }
  return sum
}
