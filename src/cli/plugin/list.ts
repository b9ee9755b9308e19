import { listVerb } from '../kind/list-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = listVerb(pluginView, 'all')
