import type { SiteState } from '../../../src/server/contract.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'

const looks: Readonly<Record<SiteState, readonly [state: string, icon: IconName]>> = {
  Unknown: ['off', 'pause'],
  Doing: ['working', 'turn'],
  Success: ['ready', 'check'],
  Failed: ['failed', 'alert'],
  Retrying: ['working', 'turn'],
}

/** How an installation stands, as a word with a colour and a sign. */
export function SiteBadge({ state }: { readonly state: SiteState }) {
  const say = useText()
  const [look, icon] = looks[state]
  return (
    <span className="status" data-state={look}>
      <Icon name={icon} size={14} />
      {say(`sites.${state}`)}
    </span>
  )
}
