import { deleteVerb } from '../kind/delete-verb.ts'
import { pluginView } from './plugin-view.ts'

export const { command, parse, run, complete } = deleteVerb(pluginView, {
  orphans: 'can',
  children: 'waited-for',
})
