import { editVerb } from '../kind/edit-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = editVerb(extensionView)
