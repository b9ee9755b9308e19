import { describeVerb } from '../kind/describe-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = describeVerb(instanceView)
