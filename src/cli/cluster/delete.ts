import { deleteVerb } from '../kind/delete-verb.ts'
import { clusterView } from './cluster-view.ts'
import { leftOnCluster } from './left-on-cluster.ts'

export const { command, parse, run, complete } = deleteVerb(clusterView, {
  orphans: 'cannot',
  leavesBehind: leftOnCluster,
})
