import { changeVerb } from '../kind/change-verb.ts'
import { untilSuspended } from '../kind/wait-for.ts'
import { repositoryView } from './repository-view.ts'

export const { command, parse, run, complete } = changeVerb(repositoryView, {
  verb: 'disable',
  done: 'disabled',
  description: 'Stops reading the index of a repository; what was read last is still used.',
  patch: () => ({ spec: { suspend: true } }),
  desired: untilSuspended,
})
