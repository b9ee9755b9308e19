import { describeVerb } from '../kind/describe-verb.ts'
import { profileView } from './profile-view.ts'

export const { command, parse, run, complete } = describeVerb(profileView)
