import type { TextKey } from './messages/english.ts'
import { paths } from './paths.ts'
import type { TracedProblem } from './root-cause.ts'

/** The action that most likely helps against a problem. */
export interface Help {
  readonly text: TextKey
  readonly href: string
}

const ofRepositories = ['SourceNotFound', 'SourceUnreachable', 'SourceRefused', 'RefreshFailed']
const ofSettings = ['InvalidValues', 'InvalidParameters', 'RenderFailed', 'ValuesNotFound']

/** Chooses by the reason of the cause; without a better idea it opens the place where the cause is told in full. */
export function helpFor({ chain: [first], cause }: TracedProblem): Help {
  if (ofRepositories.includes(cause.reason)) {
    return { text: 'help.openRepository', href: paths.repositories }
  }
  if (ofSettings.includes(cause.reason) && first.kind === 'instance') {
    return { text: 'help.editValues', href: paths.editInstance(first.key) }
  }
  return cause.kind === 'plugin'
    ? { text: 'help.openPlugin', href: paths.plugin(cause.key) }
    : { text: 'help.openInstance', href: paths.instance(cause.key) }
}
