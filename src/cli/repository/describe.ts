import { describeVerb } from '../kind/describe-verb.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = describeVerb(repositoryView)
