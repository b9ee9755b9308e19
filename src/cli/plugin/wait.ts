import { waitVerb } from '../kind/wait-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = waitVerb(pluginView)
