import { keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { matrixOf } from './matrix-rows.ts'

/** Clusters by extensions: which version is where, and what is behind. */
export function Matrix() {
  const { say } = useLocale()
  const instances = useKind('instances')
  return (
    <>
      <PageHead title={say('clusters.matrix')} lead={say('clusters.matrixLead')} />
      <Loaded from={instances}>
        {(list) => {
          if (list.length === 0) {
            return <Notice icon="matrix" title={say('instances.empty')} />
          }
          const here = say('common.thisCluster')
          const { extensions, rows } = matrixOf(
            list.map((instance) => ({
              extension: instance.spec.extension,
              cluster: instance.spec.cluster ?? say('common.thisCluster'),
              version: instance.status?.version ?? '',
              key: keyOf(instance),
              isReady: stateOf(instance).state === 'ready',
            })),
          )
          return (
            <div className="matrix" tabIndex={0} role="region" aria-label={say('clusters.matrix')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{say('common.cluster')}</th>
                    {extensions.map((extension) => (
                      <th key={extension} scope="col">
                        <PageLink href={paths.extension(extension)}>{extension}</PageLink>
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ cluster, cells }) => (
                    <tr key={cluster}>
                      <th scope="row">
                        {cluster === here ? (
                          cluster
                        ) : (
                          <PageLink href={paths.cluster(cluster)}>{cluster}</PageLink>
                        )}
                      </th>
                      {cells.map((cell, at) => (
                        <td key={extensions[at]} data-behind={cell?.isBehind}>
                          {cell === undefined ? (
                            <span className="quiet">–</span>
                          ) : (
                            <>
                              <span
                                className="dot"
                                data-health={cell.isReady ? 'ready' : 'failed'}
                              />{' '}
                              <PageLink href={paths.instance(cell.key)}>
                                {cell.version === '' ? '…' : cell.version}
                              </PageLink>
                              {cell.isBehind ? (
                                <span className="quiet"> {say('clusters.behind')}</span>
                              ) : undefined}
                            </>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
