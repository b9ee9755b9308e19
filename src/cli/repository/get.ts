import { listVerb } from '../kind/list-verb.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = listVerb(repositoryView, 'named')
