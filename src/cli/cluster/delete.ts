import { deleteVerb } from '../kind/delete-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = deleteVerb(clusterView, { orphans: 'cannot' })
