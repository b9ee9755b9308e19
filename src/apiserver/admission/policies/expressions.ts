import { Environment, EvaluationError } from '@marcbachmann/cel-js'
import { isJsonList, isJsonObject, type Json } from '../../../objects/json.ts'
import { CompileFault } from '../../custom/cel/compile-fault.ts'
import { registerLibraries } from '../../custom/cel/libraries/libraries.ts'
import { compileExpression, type Program } from '../../custom/cel/program.ts'
import { meter } from '../../custom/cel/rule-environment.ts'
import { registerAuthorizer } from './authorizer.ts'
import { rewriteObjects } from './rewrite-objects.ts'

/** The most that one expression may cost. */
const budget = 1_000_000
/** So many compiled expressions are kept. */
const mostKept = 1000
const names = ['object', 'oldObject', 'request', 'params', 'namespaceObject', 'variables']

export type Outcome = { readonly value: unknown } | { readonly fault: string }

/** The values that expressions may look at, by the names that they use. */
export type Variables = Readonly<Record<string, unknown>>

let environment: Environment | undefined
const programs = new Map<string, Program>()

/** Why an expression cannot be; undefined when it can. */
export function compileProblem(source: string): string | undefined {
  try {
    programFor(source)
    return undefined
  } catch (error) {
    if (error instanceof CompileFault) return error.message
    throw error
  }
}

/** Evaluates an expression. An error in it is an outcome. */
export function evaluate(source: string, variables: Variables): Outcome {
  try {
    const program = programFor(source)
    meter.start(budget)
    return { value: program.run(variables) }
  } catch (error) {
    if (error instanceof CompileFault) return { fault: `compilation error: ${error.message}` }
    const why = error instanceof EvaluationError ? error.summary : textOf(error)
    const said = why.replace(/^No such/, 'no such')
    return { fault: `expression '${source}' resulted in error: ${said}` }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function programFor(source: string): Program {
  const known = programs.get(source)
  if (known !== undefined) return known
  environment ??= createEnvironment()
  const program = compileExpression(environment, rewriteObjects(source), meter)
  if (programs.size >= mostKept) programs.clear()
  programs.set(source, program)
  return program
}

function createEnvironment(): Environment {
  const made = registerLibraries(
    new Environment({
      enableOptionalTypes: true,
      homogeneousAggregateLiterals: false,
      limits: { maxAstNodes: 20_000, maxDepth: 100 },
    }),
    meter,
  )
  made.registerFunction('escapePatchKey(string): string', (key: string) =>
    key.replaceAll('~', '~0').replaceAll('/', '~1'),
  )
  registerAuthorizer(made)
  for (const name of names) made.registerVariable(name, 'dyn')
  return made
}

/** Values as expressions see them: whole numbers are integers. */
export function valueOf(json: Json | undefined): unknown {
  if (json === undefined) return null
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json
  if (isJsonList(json)) return json.map(valueOf)
  if (!isJsonObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => value !== undefined && name !== '__proto__')
      .map(([name, value]) => [name, valueOf(value)]),
  )
}

/** The result of an expression as JSON; undefined when it cannot be said in JSON. */
export function jsonOf(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map((one) => jsonOf(one) ?? null)
  const fields = value instanceof Map ? Object.fromEntries(value) : value
  if (typeof fields !== 'object' || fields === null) return undefined
  const entries = Object.entries(fields as Record<string, unknown>)
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      const json = jsonOf(one)
      return json === undefined ? [] : [[name, json] as const]
    }),
  )
}

/** Named expressions that are evaluated when somebody first looks at them; each may use those before it. */
export function lazyVariables(
  declared: readonly { readonly name: string; readonly expression: string }[],
  variables: Variables,
): Variables {
  const lazy: Record<string, unknown> = {}
  for (const { name, expression } of declared) {
    let known: Outcome | undefined
    Object.defineProperty(lazy, name, {
      enumerable: true,
      get: () => {
        known ??= evaluate(expression, { ...variables, variables: lazy })
        if ('fault' in known) throw new Error(known.fault)
        return known.value
      },
    })
  }
  return { ...variables, variables: lazy }
}
