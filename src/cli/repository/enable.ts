import { changeVerb } from '../kind/change-verb.ts'
import { untilDone } from '../../actions/wait/await-state.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = changeVerb(repositoryView, {
  verb: 'enable',
  done: 'enabled',
  description: 'Reads the index of a repository again.',
  desired: untilDone,
})
