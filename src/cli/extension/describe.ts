import { describeVerb } from '../kind/describe-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = describeVerb(extensionView)
