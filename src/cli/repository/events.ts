import { eventsVerb } from '../kind/events-verb.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = eventsVerb(repositoryView)
