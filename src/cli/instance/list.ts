import { listVerb } from '../kind/list-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = listVerb(instanceView, 'all')
