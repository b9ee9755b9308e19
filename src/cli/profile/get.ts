import { listVerb } from '../kind/list-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = listVerb(profileView, 'named')
