import { historyVerb } from '../plugin/history-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = historyVerb(instanceView)
