import type { ChartContents } from '../../components/engine/chart-contents.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded } from '../../components/views.tsx'
import { useContents } from './use-contents.ts'

/** The rights that an extension needs: kinds that its account writes, and rights that it gives to its own accounts. */
export function ChartPermissions({ name }: { readonly name: string }) {
  const { contents } = useContents(name, '')
  return <Loaded from={contents}>{(found) => <Permissions found={found} />}</Loaded>
}

function Permissions({ found }: { readonly found: ChartContents }) {
  const say = useText()
  const kinds = Map.groupBy(found.objects, ({ apiVersion, kind }) => `${kind} (${apiVersion})`)
  return (
    <div className="stack">
      <section className="card">
        <h2>{say('permissions.writes')}</h2>
        <p className="quiet">{say('permissions.writesHint')}</p>
        <ul className="lines">
          {[...kinds]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([kind, objects]) => (
              <li key={kind}>
                <b>{kind}</b>
                <span className="quiet push">{objects.length}</span>
              </li>
            ))}
        </ul>
      </section>
      <section className="card">
        <h2>{say('permissions.grants')}</h2>
        {found.grants.length === 0 ? (
          <p className="quiet">{say('permissions.none')}</p>
        ) : (
          <div className="wide-table">
            <table className="layers">
              <thead>
                <tr>
                  <th>{say('permissions.role')}</th>
                  <th>{say('permissions.verbs')}</th>
                  <th>{say('permissions.resources')}</th>
                </tr>
              </thead>
              <tbody>
                {found.grants.map(({ role, isClusterWide, verbs, resources }, at) => (
                  <tr key={at}>
                    <td className="break">
                      {role}
                      {isClusterWide ? (
                        <div className="wait">{say('plan.everywhere')}</div>
                      ) : undefined}
                    </td>
                    <td>{verbs.join(', ')}</td>
                    <td className="break">{resources.join(', ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  )
}
