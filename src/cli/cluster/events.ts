import { eventsVerb } from '../kind/events-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = eventsVerb(clusterView)
