import { changeVerb } from '../kind/change-verb.ts'
import { retryChange } from '../kind/retry-change.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = changeVerb(
  pluginView,
  retryChange('Tries what failed again now, and looks at the source.'),
)
