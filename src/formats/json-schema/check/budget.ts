import { compileRegexp, type Regexp, weighRegexp } from '../../regexp.ts'
import { JsonSchemaError } from '../errors.ts'
import { limits, steps } from '../limits.ts'

/** The steps that are left for one schema, and the regular expressions that it has paid for. */
export class Budget {
  private left: number = limits.steps
  private readonly patterns = new Map<string, Regexp>()

  spend(amount: number): void {
    this.left -= amount
    if (this.left >= 0) return
    throw new JsonSchemaError('limit', `schema needs more than ${limits.steps} steps`)
  }

  /** Compiles a regular expression once. Throws a RegexpError where it is none. */
  compile(source: string): Regexp {
    const known = this.patterns.get(source)
    if (known !== undefined) return known
    const weight = weighRegexp(source)
    if (weight > limits.patternWeight) {
      const message = `regular expression has more than ${limits.patternWeight} instructions`
      throw new JsonSchemaError('limit', message)
    }
    this.spend(weight * steps.perInstruction)
    const compiled = compileRegexp(source)
    this.patterns.set(source, compiled)
    return compiled
  }
}
