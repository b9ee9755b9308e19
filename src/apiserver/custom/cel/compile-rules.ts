import type { StructuralSchema } from '../structural-schema.ts'
import { CompileFault } from './compile-fault.ts'
import { withObjectFields, type RuleType } from './declare-type.ts'
import { compileExpression, type Program } from './program.ts'
import { createRuleEnvironment, meter, type RuleEnvironment } from './rule-environment.ts'
import type { ValidationRule } from './validation-rule.ts'

/** A rule that is compiled, or why it is not. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly self: RuleType | undefined
  readonly program?: Program
  readonly fault?: string
  readonly messageProgram?: Program
  readonly messageFault?: string
}

/** Compiles the rules of one place of a schema, not of what is below it. */
export function compileRules(
  schema: StructuralSchema,
  place: 'root' | 'within',
): readonly CompiledRule[] {
  const rules = schema['x-kubernetes-validations'] ?? []
  if (rules.length === 0) return []
  const own = place === 'root' ? withObjectFields(schema) : schema
  const environments = new Map<boolean, RuleEnvironment | undefined>()
  return rules.map((rule) => {
    const isOptional = rule.optionalOldSelf === true
    if (!environments.has(isOptional)) {
      environments.set(isOptional, createRuleEnvironment(own, isOptional))
    }
    return compileRule(rule, environments.get(isOptional))
  })
}

function compileRule(rule: ValidationRule, of: RuleEnvironment | undefined): CompiledRule {
  if (of === undefined) {
    return {
      rule,
      self: undefined,
      fault: 'failed to convert to declType for CEL validation rules',
    }
  }
  const { self, environment } = of
  const compiled = attempt(() => compileExpression(environment, rule.rule ?? '', meter))
  if ('fault' in compiled) return { rule, self, fault: `compilation failed: ${compiled.fault}` }
  const { program } = compiled
  if (program.type !== 'bool' && program.type !== 'dyn') {
    return { rule, self, fault: 'cel expression must evaluate to a bool' }
  }
  const { messageExpression = '' } = rule
  if (messageExpression === '') return { rule, self, program }
  const message = attempt(() => compileExpression(environment, messageExpression, meter))
  if ('fault' in message) {
    const messageFault = `messageExpression compilation failed: ${message.fault}`
    return { rule, self, program, messageFault }
  }
  if (message.program.type !== 'string' && message.program.type !== 'dyn') {
    return { rule, self, program, messageFault: 'messageExpression must evaluate to a string' }
  }
  return { rule, self, program, messageProgram: message.program }
}

function attempt(
  compile: () => Program,
): { readonly program: Program } | { readonly fault: string } {
  try {
    return { program: compile() }
  } catch (error) {
    if (error instanceof CompileFault) return { fault: error.message }
    throw error
  }
}
