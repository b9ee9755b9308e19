import { editVerb } from '../kind/edit-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = editVerb(profileView)
