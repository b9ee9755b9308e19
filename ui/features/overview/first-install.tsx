import type { Nouns } from '../../api/shown-kinds.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { Logo } from '../../components/logo.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'

/** The extensions that a newcomer is offered, as far as the platform has them. */
const proposed = ['database', 'metrics', 'dns']
const mostProposed = 3

interface Props {
  readonly extensions: readonly Nouns['extensions'][]
}

/** The way to a first installation, for a platform that has none. */
export function FirstInstall({ extensions }: Props) {
  const say = useText()
  const known = proposed.flatMap(
    (name) => extensions.find(({ metadata }) => metadata.name === name) ?? [],
  )
  const shown = [...known, ...extensions.filter((one) => !known.includes(one))]
  return (
    <section className="card first section">
      <h2>{say('overview.first')}</h2>
      <p className="lead">{say('overview.firstHint')}</p>
      <ul className="choices">
        {shown.slice(0, mostProposed).map((extension) => (
          <Choice key={extension.metadata.name} extension={extension} />
        ))}
      </ul>
      <p>
        <PageLink href={paths.catalogue} className="help">
          {say('overview.browse')}
          <Icon name="arrow" size={12} />
        </PageLink>
      </p>
    </section>
  )
}

function Choice({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { name } = extension.metadata
  const { displayName = name, description = '', logo } = extension.spec
  return (
    <li className="choice">
      <Logo name={displayName} picture={logo} />
      <span>
        <PageLink href={paths.install(name)}>
          {say('overview.firstGo', { name: displayName })}
        </PageLink>
        <span className="quiet">{description}</span>
      </span>
    </li>
  )
}
