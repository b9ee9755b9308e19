import { Environment } from '@marcbachmann/cel-js'
import type { StructuralSchema } from '../structural-schema.ts'
import { declareType, type RuleType } from './declare-type.ts'
import { registerLibraries } from './libraries/libraries.ts'
import { createMeter, type Meter } from './meter.ts'

/** One meter for everything: rules are run one after the other. */
export const meter: Meter = createMeter()

let base: Environment | undefined

/** Where the rules of one place of a schema are compiled; undefined when no rule can look at it. */
export interface RuleEnvironment {
  readonly environment: Environment
  readonly self: RuleType
}

export function createRuleEnvironment(
  schema: StructuralSchema,
  isOldSelfOptional: boolean,
): RuleEnvironment | undefined {
  base ??= registerLibraries(
    new Environment({
      enableOptionalTypes: true,
      homogeneousAggregateLiterals: false,
      limits: { maxAstNodes: 20_000, maxDepth: 100 },
    }),
    meter,
  )
  const environment = base.clone()
  const self = declareType(environment, schema, meter)
  if (self === undefined) return undefined
  const oldSelf = isOldSelfOptional ? `optional<${self.name}>` : self.name
  environment.registerVariable('self', self.name).registerVariable('oldSelf', oldSelf)
  return { environment, self }
}
