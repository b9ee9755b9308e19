import { changeVerb } from '../kind/change-verb.ts'
import { untilDone } from '../../actions/wait/await-state.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = changeVerb(instanceView, {
  verb: 'enable',
  done: 'enabled',
  description: 'Installs what an instance chose, with the parameters it kept.',
  desired: untilDone,
})
