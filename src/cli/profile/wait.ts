import { waitVerb } from '../kind/wait-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = waitVerb(profileView)
