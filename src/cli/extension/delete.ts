import { deleteVerb } from '../kind/delete-verb.ts'
import { extensionView } from './extension-view.ts'

export const { command, parse, run, complete } = deleteVerb(extensionView, { orphans: 'cannot' })
