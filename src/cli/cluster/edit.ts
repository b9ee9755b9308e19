import { editVerb } from '../kind/edit-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = editVerb(clusterView)
