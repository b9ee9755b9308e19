import { waitVerb } from '../kind/wait-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = waitVerb(clusterView)
