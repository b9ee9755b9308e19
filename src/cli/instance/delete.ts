import { deleteVerb } from '../kind/delete-verb.ts'
import { instanceView } from './instance-view.ts'

export const { command, parse, run, complete } = deleteVerb(instanceView, { orphans: 'can' })
