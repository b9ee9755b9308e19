import { waitVerb } from '../kind/wait-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = waitVerb(instanceView)
