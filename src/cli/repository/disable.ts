import { changeVerb } from '../kind/change-verb.ts'
import { untilSuspended } from '../../actions/wait/await-state.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = changeVerb(repositoryView, {
  verb: 'disable',
  done: 'disabled',
  description: 'Stops reading the index of a repository; what was read last is still used.',
  desired: untilSuspended,
})
