import { useParams, useRouter } from '@tanstack/react-router'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind, useOne } from '../../api/use-kind.ts'
import { Facts } from '../../components/facts.tsx'
import { Logo } from '../../components/logo.tsx'
import { useText } from '../../components/locale.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { useScope } from '../../api/scope.ts'
import { useRights } from '../../api/use-rights.ts'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import { Loaded } from '../../components/views.tsx'
import { ChartParts } from './chart-parts.tsx'
import { ChartPermissions } from './chart-permissions.tsx'
import { FitText } from './fit-text.tsx'
import { useOrigin } from './use-origin.ts'
import { VersionChanges } from './version-changes.tsx'

/** One entry of the catalogue in full. */
export function ExtensionDetail() {
  const { extension = '' } = useParams({ strict: false }) as { readonly extension?: string }
  const found = useOne('extensions', extension)
  return <Loaded from={found}>{(one) => <Detail extension={one} />}</Loaded>
}

function Detail({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { history } = useRouter()
  const scope = useScope()
  const rights = useRights(scope)
  // A reader who looks at all namespaces may have the right in one of them.
  const missing =
    scope === '' ? undefined : rights.missing({ verb: 'create', resource: 'extensioninstances' })
  const { name } = extension.metadata
  const { displayName, category, logo } = extension.spec
  const tabs = [
    { id: 'about', text: say('catalogue.about') },
    { id: 'readme', text: say('catalogue.readme') },
    { id: 'values', text: say('detail.values') },
    { id: 'schema', text: say('schema.title') },
    { id: 'images', text: say('catalogue.images') },
    { id: 'permissions', text: say('permissions.title') },
    { id: 'changes', text: say('versions.title') },
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <>
      <PageHead
        title={displayName ?? name}
        parent={{ href: paths.catalogue, name: say('catalogue.title') }}
        lead={category}
        picture={<Logo name={displayName ?? name} picture={logo} size={36} />}
        actions={
          <ActionButton missing={missing} onClick={() => history.push(paths.install(name))}>
            {say('install.do')}
          </ActionButton>
        }
      />
      <TabBar label={displayName ?? name} tabs={tabs} chosen={tab} choose={setTab} />
      {tab === 'about' ? (
        <About extension={extension} />
      ) : tab === 'permissions' ? (
        <ChartPermissions name={name} />
      ) : tab === 'changes' ? (
        <VersionChanges extension={extension} />
      ) : (
        <ChartParts {...{ extension, tab }} />
      )}
    </>
  )
}

function About({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { description, links, dependsOn, sources } = extension.spec
  const origin = useOrigin(extension)
  return (
    <div className="columns">
      <div className="stack">
        <section className="card">
          <h2>{say('catalogue.about')}</h2>
          <p>{description}</p>
        </section>
        <section className="card">
          <h2>{say('catalogue.versions')}</h2>
          <ul className="lines">
            {sources.map((source) => (
              <li
                key={`${source.version ?? ''}${source.chartVersion ?? ''}${source.kubernetes ?? ''}`}
              >
                <b>{source.version ?? source.appVersion ?? source.tag ?? source.chartVersion}</b>
                <span className="quiet">
                  {say('catalogue.kubernetes')}{' '}
                  {source.kubernetes ?? say('catalogue.anyKubernetes')}
                </span>
                {source.retirement === undefined ? undefined : (
                  <span className="tag">{say('catalogue.retired')}</span>
                )}
                <span className="quiet push">
                  {source.repo}/{source.name ?? ''}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <Users name={extension.metadata.name} />
      </div>
      <section className="card">
        <h2>{say('detail.summary')}</h2>
        <Facts
          rows={[
            [say('catalogue.kubernetes'), <FitText key="f" extension={extension} />],
            [say('repositories.origin'), origin === undefined ? undefined : say(origin)],
            [
              say('detail.dependsOn'),
              dependsOn.length === 0 ? undefined : (
                <ul key="d" className="plain">
                  {dependsOn.map(({ extension: name }) => (
                    <li key={name}>
                      <PageLink href={paths.extension(name)}>{name}</PageLink>
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              say('catalogue.links'),
              links.length === 0 ? undefined : (
                <ul key="l" className="plain">
                  {links.map(({ name, url }) => (
                    <li key={url}>
                      {/^https?:/.test(url) ? (
                        <a href={url} rel="noreferrer" target="_blank">
                          {name}
                        </a>
                      ) : (
                        name
                      )}
                    </li>
                  ))}
                </ul>
              ),
            ],
          ]}
        />
      </section>
    </div>
  )
}

function Users({ name }: { readonly name: string }) {
  const say = useText()
  const instances = (useKind('instances').data ?? []).filter(({ spec }) => spec.extension === name)
  return (
    <section className="card">
      <h2>{say('catalogue.usedBy')}</h2>
      {instances.length === 0 ? (
        <p className="quiet">{say('catalogue.nobody')}</p>
      ) : (
        <ul className="lines">
          {instances.map((instance) => (
            <li key={keyOf(instance)}>
              <PageLink href={paths.instance(keyOf(instance))}>{keyOf(instance)}</PageLink>
              <span className="quiet">{instance.status?.version}</span>
              <span className="push">
                <StatusBadge state={stateOf(instance).state} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
