import { changeVerb } from '../kind/change-verb.ts'
import { untilDisabled } from '../../actions/wait/await-state.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = changeVerb(pluginView, {
  verb: 'disable',
  done: 'disabled',
  description: 'Uninstalls the release of a plugin and keeps the plugin with its values.',
  desired: untilDisabled,
})
