import { changeVerb } from '../kind/change-verb.ts'
import { retryChange } from '../kind/retry-change.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = changeVerb(
  repositoryView,
  retryChange('Reads the index now, whatever the interval says.'),
)
