import { changeVerb } from '../kind/change-verb.ts'
import { retryChange } from '../kind/retry-change.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = changeVerb(
  instanceView,
  retryChange('Tries what failed again now, and looks at the source.'),
)
