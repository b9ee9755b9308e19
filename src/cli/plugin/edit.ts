import { editVerb } from '../kind/edit-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = editVerb(pluginView)
