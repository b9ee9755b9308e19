import { editVerb } from '../kind/edit-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = editVerb(instanceView)
