import type { Stage } from '../../../pass/stage-report.ts'
import type { Decision } from '../decide.ts'
import type { Prepared } from '../prepare.ts'

type Source = Pick<Prepared, 'chart'>

/** The stage of a change that is being carried out. */
export function stageOf(decision: Decision, prepared: Source | undefined): Stage {
  const what = prepared === undefined ? 'the release' : nameOf(prepared)
  switch (decision.do) {
    case 'roll-back':
      return { reason: 'RollingBack', message: `rolling back to revision ${decision.to}` }
    case 'uninstall':
      return { reason: 'Uninstalling', message: 'uninstalling the release' }
    case 'upgrade':
      return { reason: 'Upgrading', message: `upgrading to ${what}` }
    default:
      return { reason: 'Installing', message: `installing ${what}` }
  }
}

/** The stage of a render. */
export function renderStage(prepared: Source): Stage {
  return { reason: 'Rendering', message: `rendering ${nameOf(prepared)}` }
}

function nameOf({ chart: { metadata } }: Source): string {
  return `${metadata.name} ${metadata.version}`
}
