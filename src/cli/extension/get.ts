import { listVerb } from '../kind/list-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = listVerb(extensionView, 'named')
