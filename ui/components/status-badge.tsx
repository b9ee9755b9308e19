import { Icon, type IconName } from './icon.tsx'
import { useText } from './locale.tsx'
import type { State } from './state-of.ts'

const icons: Readonly<Record<State, IconName>> = {
  ready: 'check',
  working: 'turn',
  waiting: 'clock',
  hanging: 'alert',
  failed: 'alert',
  off: 'pause',
  unknown: 'clock',
  deleting: 'turn',
}

/** A state as a word with a colour and a sign, so that it can be told apart without colours. */
export function StatusBadge({ state }: { readonly state: State }) {
  const say = useText()
  return (
    <span className="status" data-state={state}>
      <Icon name={icons[state]} size={14} />
      {say(`state.${state}`)}
    </span>
  )
}
