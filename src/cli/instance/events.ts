import { eventsVerb } from '../kind/events-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = eventsVerb(instanceView)
