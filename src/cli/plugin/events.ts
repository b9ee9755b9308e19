import { eventsVerb } from '../kind/events-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = eventsVerb(pluginView)
