import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../src/server/contract.ts'
import { ApiError } from '../api/api-client.ts'
import { type Connection, followChanges } from '../api/follow-changes.ts'
import { ScopeContext } from '../api/scope.ts'
import { useMe } from '../api/use-session.ts'
import { useText } from '../components/locale.tsx'
import { ErrorView, LoadingView } from '../components/views.tsx'
import { Navigation } from './navigation.tsx'
import { SignIn } from './sign-in.tsx'
import { TopBar } from './top-bar.tsx'
import { type Overlay, useKeys } from './use-keys.ts'
import { useNamespaceScope } from './use-namespace-scope.ts'

const loadSearch = () => import('./search-all.tsx')
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))
const SearchAll = lazy(async () => ({ default: (await loadSearch()).SearchAll }))

/** The frame around every view; without a session it is the sign-in view. */
export function Shell() {
  const me = useMe()
  if (me.data !== undefined) return <Frame me={me.data} />
  if (me.isPending) return <BareFrame />
  if (me.error instanceof ApiError && me.error.status === 401) return <SignIn />
  return <ErrorView error={me.error} retry={() => void me.refetch()} />
}

/** The bare frame of index.html, until it is known who is signed in. */
function BareFrame() {
  return (
    <div className="frame">
      <header className="top-bar">
        <span className="brand">Outrigger</span>
      </header>
      <main className="content">
        <LoadingView />
      </main>
    </div>
  )
}

function Frame({ me }: { readonly me: Me }) {
  const say = useText()
  const client = useQueryClient()
  const [connection, setConnection] = useState<Connection>('connecting')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => followChanges(client, setConnection), [client])
  const scope = useNamespaceScope(path)
  useEffect(() => setMenuOpen(false), [path])
  const content = useFreshContent(path)
  // The search is there when somebody types, not after.
  useEffect(() => void requestIdleCallback(() => void loadSearch()), [])
  useKeys(setOverlay)
  return (
    <ScopeContext value={scope}>
      <div className="frame" data-menu={isMenuOpen ? 'open' : 'closed'}>
        <a className="skip" href="#content">
          {say('app.skip')}
        </a>
        <TopBar
          me={me}
          connection={connection}
          open={setOverlay}
          toggleMenu={() => setMenuOpen((open) => !open)}
        />
        <Navigation path={path} />
        <main id="content" className="content" tabIndex={-1} ref={content}>
          <Suspense fallback={<LoadingView />}>
            <Outlet />
          </Suspense>
        </main>
        <Suspense>
          {overlay === 'keys' ? <KeyList close={() => setOverlay(undefined)} /> : undefined}
          {overlay === 'search' ? <SearchAll close={() => setOverlay(undefined)} /> : undefined}
        </Suspense>
      </div>
    </ScopeContext>
  )
}

/** A new view begins at its top, and the next Tab is in it. */
function useFreshContent(path: string) {
  const content = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path || content.current === null) return
    shown.current = path
    content.current.scrollTop = 0
    content.current.focus({ preventScroll: true })
  }, [path])
  return content
}
