import { isSubdomain } from '../registry/name-rules.ts'
import type { Strategy } from '../registry/strategy.ts'

/** What holds for a kind of which nothing else is said. */
export const defaultStrategy: Strategy = {
  allowUnconditionalUpdate: true,
  allowCreateOnUpdate: false,
  returnDeletedObject: false,
  defaultPropagation: 'Background',
  hasGeneration: false,
  hasStatus: false,
  checkName: isSubdomain,
}
