import { deleteVerb } from '../kind/delete-verb.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = deleteVerb(repositoryView, { orphans: 'cannot' })
