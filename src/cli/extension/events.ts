import { eventsVerb } from '../kind/events-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = eventsVerb(extensionView)
