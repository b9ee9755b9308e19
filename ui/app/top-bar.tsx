import type { Me } from '../../src/server/contract.ts'
import type { Connection } from '../api/follow-changes.ts'
import { Icon } from '../components/icon.tsx'
import { useText } from '../components/locale.tsx'
import { PageLink } from '../components/page-link.tsx'
import { paths } from '../components/paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { NamespaceMenu } from './namespace-menu.tsx'
import type { Overlay } from './use-keys.ts'

interface Props {
  readonly me: Me
  readonly connection: Connection
  readonly open: (overlay: Overlay) => void
  readonly toggleMenu: () => void
}

export function TopBar({ me, connection, open, toggleMenu }: Props) {
  const say = useText()
  const word = { live: 'app.live', connecting: 'app.connecting', lost: 'app.lost' } as const
  return (
    <header className="top-bar">
      <button
        type="button"
        className="icon-button menu-button"
        aria-label={say('app.menu')}
        onClick={toggleMenu}
      >
        <Icon name="menu" />
      </button>
      <PageLink href={paths.overview} className="brand">
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Outrigger</span>
      </PageLink>
      {me.sandbox ? (
        <span className="sandbox" title={say('app.sandboxHint')}>
          {say('app.sandbox')}
        </span>
      ) : undefined}
      <NamespaceMenu />
      <button type="button" className="search-button" onClick={() => open('search')}>
        <Icon name="search" size={15} />
        <span>{say('search.label')}</span>
        <kbd>/</kbd>
      </button>
      <span className="connection" data-connection={connection} role="status">
        <i />
        <span>{say(word[connection])}</span>
      </span>
      <AccountMenu me={me} showKeys={() => open('keys')} />
    </header>
  )
}
