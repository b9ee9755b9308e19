import { historyVerb } from './history-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = historyVerb(pluginView)
