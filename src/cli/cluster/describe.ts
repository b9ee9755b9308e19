import { describeVerb } from '../kind/describe-verb.ts'
import { clusterView } from './cluster-view.ts'

export const { command, parse, run, complete } = describeVerb(clusterView)
