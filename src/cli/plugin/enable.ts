import { changeVerb } from '../kind/change-verb.ts'
import { untilDone } from '../../actions/wait/await-state.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = changeVerb(pluginView, {
  verb: 'enable',
  done: 'enabled',
  description: 'Installs what a plugin describes, with the values it kept.',
  desired: untilDone,
})
