import { eventsVerb } from '../kind/events-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = eventsVerb(profileView)
