import { isSubdomain } from '../../registry/name-rules.ts'
import type { Strategy } from '../../registry/strategy.ts'

/** The strategy of a kind that has none of its own. */
export const defaultStrategy: Strategy = {
  allowUnconditionalUpdate: true,
  allowCreateOnUpdate: false,
  returnDeletedObject: false,
  defaultPropagation: 'Background',
  hasGeneration: false,
  hasStatus: false,
  checkName: isSubdomain,
}
