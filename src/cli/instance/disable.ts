import { changeVerb } from '../kind/change-verb.ts'
import { untilDisabled } from '../../actions/wait/await-state.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = changeVerb(instanceView, {
  verb: 'disable',
  done: 'disabled',
  description: 'Uninstalls an instance and keeps its parameters.',
  desired: untilDisabled,
})
