import { describeVerb } from '../kind/describe-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = describeVerb(pluginView)
