import { causeInWords } from './cause-in-words.ts'
import type { TextKey } from './messages/english.ts'
import { paths } from './paths.ts'
import { readCauses } from './read-causes.ts'
import type { Link, TracedProblem } from './root-cause.ts'

/** The action that most likely helps against a problem. */
export interface Help {
  readonly text: TextKey
  readonly href: string
}

const ofRepositories = ['SourceNotFound', 'SourceUnreachable', 'SourceRefused', 'RefreshFailed']
const ofSettings = ['InvalidValues', 'InvalidParameters', 'RenderFailed', 'ValuesNotFound']

/** Chooses by the reason of the cause; without a better idea it opens the place where the cause is shown in full. */
export function helpFor({ chain: [first], cause }: TracedProblem): Help {
  if (cause.kind === 'cluster') return helpForCluster(cause)
  if (cause.kind === 'repository') {
    return { text: 'help.editRepository', href: paths.edit('repositories', cause.key) }
  }
  if (ofRepositories.includes(cause.reason)) {
    return { text: 'help.openRepository', href: paths.repositories }
  }
  const steps = readCauses(cause.message)
  const isOfSettings =
    ofSettings.includes(cause.reason) || causeInWords(steps)?.mendIn === 'settings'
  if (isOfSettings && first.kind === 'instance') {
    return { text: 'help.editValues', href: paths.editInstance(first.key) }
  }
  const place = cause.kind === 'plugin' ? paths.plugin(cause.key) : paths.instance(cause.key)
  if (steps.length > 0) return { text: 'help.openObjects', href: `${place}?tab=objects` }
  return { text: cause.kind === 'plugin' ? 'help.openPlugin' : 'help.openInstance', href: place }
}

function helpForCluster({ key, reason }: Link): Help {
  const text = reason === 'ClusterUnreachable' ? 'help.testCluster' : 'help.openCluster'
  return { text, href: paths.cluster(key) }
}
