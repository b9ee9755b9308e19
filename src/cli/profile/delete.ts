import { deleteVerb } from '../kind/delete-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = deleteVerb(profileView, { orphans: 'cannot' })
