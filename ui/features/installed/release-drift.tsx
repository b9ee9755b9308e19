import type { DriftedObject } from '../../api/release-types.ts'
import { type RemotePlace, lookLater, useRelease } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded, Notice } from '../../components/views.tsx'
import { FieldChanges } from '../../components/changes/change-list.tsx'

interface Drift {
  readonly items: readonly DriftedObject[]
}

/** The changes that others made to the objects of a release, and who they are. */
export function ReleaseDrift({ release }: { readonly release: RemotePlace }) {
  const say = useText()
  const drift = useRelease<Drift>(release, '/drift', { every: lookLater })
  return (
    <section className="card">
      <Loaded from={drift}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice
              icon="check"
              tone="good"
              title={say('drift.none')}
              hint={say('drift.noneHint')}
            />
          ) : (
            <ul className="stack">
              {items.map(({ kind, namespace, name, is, changes, managers, notices }) => (
                <li key={kind + namespace + name}>
                  <div className="row">
                    <span className="tag" data-action={is === 'gone' ? 'removed' : 'changed'}>
                      {is === 'gone' ? say('drift.gone') : say('diff.changed')}
                    </span>
                    <b>{kind}</b>
                    <span className="break">
                      {namespace === '' ? name : `${namespace}/${name}`}
                    </span>
                  </div>
                  {managers.map(({ field, manager }) => (
                    <p key={field + manager} className="quiet break">
                      {say('drift.by', { field, manager })}
                    </p>
                  ))}
                  {notices.map((line) => (
                    <p key={line} className="quiet break">
                      {line}
                    </p>
                  ))}
                  <FieldChanges changes={changes} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
