import { useKind } from '../api/use-kind.ts'
import { Icon } from '../components/icon.tsx'
import { useText } from '../components/locale.tsx'
import { PageLink } from '../components/page-link.tsx'
import { needsAttention, stateOf } from '../components/state-of.ts'
import { type NavigationItem, administrationItems, platformItems } from './navigation-items.ts'

/** The views, by groups. */
export function Navigation({ path }: { readonly path: string }) {
  const say = useText()
  const instances = useKind('instances').data ?? []
  const unwell = instances.filter((instance) => needsAttention(stateOf(instance).state)).length
  const group = (items: readonly NavigationItem[]) =>
    items.map(({ name, href }) => (
      <li key={href}>
        <PageLink href={href} current={isCurrent(path, href)} className="nav-link">
          <Icon name={name === 'extensions' ? 'catalogue' : name} />
          <span>{say(`nav.${name}`)}</span>
          {name === 'instances' && unwell > 0 ? <b className="nav-count">{unwell}</b> : undefined}
        </PageLink>
      </li>
    ))
  return (
    <nav className="navigation" aria-label={say('nav.platform')}>
      <ul>{group(platformItems)}</ul>
      <h2>{say('nav.administration')}</h2>
      <ul>{group(administrationItems)}</ul>
    </nav>
  )
}

function isCurrent(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
