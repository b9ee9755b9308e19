import { listVerb } from '../kind/list-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = listVerb(clusterView, 'all')
