import { useRouter } from '@tanstack/react-router'
import { useKind } from '../../api/use-kind.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Loaded, Notice } from '../../components/views.tsx'

/** The profiles, each with the clusters that it applies to and what it gives them. */
export function ProfileList() {
  const say = useText()
  const { history } = useRouter()
  const profiles = useKind('profiles')
  const missing = useRights('').missing({ verb: 'create', resource: 'profiles' })
  return (
    <>
      <PageHead
        title={say('profiles.title')}
        lead={say('profiles.lead')}
        actions={
          <ActionButton missing={missing} onClick={() => history.push(paths.create('profiles'))}>
            {say('common.create')}
          </ActionButton>
        }
      />
      <Loaded from={profiles}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="profiles"
              title={say('profiles.empty')}
              hint={say('profiles.emptyHint')}
            />
          ) : (
            <ul className="stack">
              {list.map((profile) => (
                <li key={profile.metadata.name} className="card">
                  <div className="row">
                    <h2>
                      <PageLink href={paths.edit('profiles', profile.metadata.name)}>
                        {profile.metadata.name}
                      </PageLink>
                    </h2>
                    <span className="quiet">
                      {say('profiles.priority')} {profile.spec.priority}
                    </span>
                    <span className="push">
                      <StatusBadge state={stateOf(profile).state} />
                    </span>
                  </div>
                  <p className="quiet">
                    {say('profiles.clusters')}:{' '}
                    {(profile.status?.clusters ?? []).join(', ') || say('common.none')}
                  </p>
                  <ul className="lines">
                    {profile.spec.extensions.map(({ extension, mode, version }) => (
                      <li key={extension}>
                        <PageLink href={paths.extension(extension)}>{extension}</PageLink>
                        <span className="tag">{mode}</span>
                        <span className="quiet push">{version}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
