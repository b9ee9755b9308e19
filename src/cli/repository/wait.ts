import { waitVerb } from '../kind/wait-verb.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = waitVerb(repositoryView)
