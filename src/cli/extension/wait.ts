import { waitVerb } from '../kind/wait-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = waitVerb(extensionView)
