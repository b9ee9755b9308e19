import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { PageLink } from './page-link.tsx'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly parent?: { readonly href: string; readonly name: string }
  readonly actions?: ReactNode
  readonly badge?: ReactNode
  readonly picture?: ReactNode
}

/** The head of a view: where one is, what it is called, and what can be done. */
export function PageHead({ title, lead, parent, actions, badge, picture }: Props) {
  return (
    <header className="page-head">
      <title>{`${title} · Outrigger`}</title>
      <div className="page-head-text">
        {parent === undefined ? undefined : (
          <nav className="crumbs">
            <PageLink href={parent.href}>
              <Icon name="arrow" size={12} />
              {parent.name}
            </PageLink>
          </nav>
        )}
        <div className="page-title">
          {picture}
          <h1>{title}</h1>
          {badge}
        </div>
        {lead === undefined ? undefined : <p className="lead">{lead}</p>}
      </div>
      {actions === undefined ? undefined : <div className="actions">{actions}</div>}
    </header>
  )
}
