import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useText } from './locale.tsx'
import { NamespaceField } from './namespace-field.tsx'

interface NoticeProps {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string
  readonly tone?: 'quiet' | 'bad' | 'good'
  /** Whether it is all that a view has, so that its title is the heading. */
  readonly isWhole?: true
  readonly children?: ReactNode
}

/** A message in the place of a view. */
export function Notice({ icon, title, hint, tone = 'quiet', isWhole, children }: NoticeProps) {
  const Title = isWhole === true ? 'h1' : 'p'
  return (
    <div className="notice" data-tone={tone}>
      <Icon name={icon} size={28} />
      <Title className="notice-title">{title}</Title>
      {hint === undefined ? undefined : <p className="notice-hint">{hint}</p>}
      {children}
    </div>
  )
}

/** The shape of a list that is still on its way. */
export function LoadingView() {
  const say = useText()
  return (
    <div className="loading" role="status" aria-label={say('view.loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}

interface Denied {
  readonly verb: string
  readonly resource: string
  readonly namespace: string
}

/** A failure, as far as a view tells it: the words of a problem document where there is one. */
export interface Failure extends Error {
  readonly problem?: { readonly status: number; readonly detail: string; readonly denied?: Denied }
}

/** An error in the place of a view; a missing right is shown as one. */
export function ErrorView({
  error,
  retry,
}: {
  readonly error: Failure
  readonly retry?: () => void
}) {
  const say = useText()
  const { problem } = error
  if (problem?.status === 403) {
    const { denied } = problem
    const place =
      denied === undefined || denied.namespace === ''
        ? say('view.deniedEverywhere')
        : say('view.deniedIn', { namespace: denied.namespace })
    const hint =
      denied === undefined
        ? problem.detail
        : say('view.deniedHint', { verb: denied.verb, resource: denied.resource, place })
    return (
      <Notice icon="lock" title={say('view.deniedTitle')} hint={hint}>
        {denied !== undefined && isOfNamespaces(denied) ? (
          <div className="stack-small">
            <p className="quiet">{say('scope.hint')}</p>
            <NamespaceField />
          </div>
        ) : undefined}
      </Notice>
    )
  }
  const title = problem?.status === 404 ? say('app.notFound') : say('view.errorTitle')
  return (
    <Notice icon="alert" tone="bad" title={title} hint={error.message}>
      {retry === undefined ? undefined : (
        <Button variant="default" size="xs" onClick={retry}>
          {say('view.retry')}
        </Button>
      )}
    </Notice>
  )
}

/** Whether somebody may have the right in another namespace. */
function isOfNamespaces({ verb, resource }: Denied): boolean {
  return verb === 'list' && /^(?:extensioninstances|plugins|repositories)$/.test(resource)
}

interface Loadable<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly refetch: () => unknown
}

/** Shows what was asked for once it is there, and until then or instead of it why it is not. */
export function Loaded<T>({
  from,
  children,
}: {
  readonly from: Loadable<T>
  readonly children: (value: T) => ReactNode
}) {
  if (from.data !== undefined) return children(from.data)
  if (from.error !== null) return <ErrorView error={from.error} retry={() => from.refetch()} />
  return <LoadingView />
}
