import { useMemo } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { useLocale, useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { type Cell, matrixOf } from './matrix-rows.ts'

/** Clusters by extensions: which version is where, and what is behind. */
export function Matrix() {
  const { say } = useLocale()
  const instances = useKind('instances')
  return (
    <>
      <PageHead title={say('clusters.matrix')} lead={say('clusters.matrixLead')} />
      <Loaded from={instances}>
        {(list) =>
          list.length === 0 ? (
            <Notice icon="matrix" title={say('instances.empty')} hint={say('instances.emptyHint')}>
              <PageLink href={paths.catalogue}>{say('overview.browse')}</PageLink>
            </Notice>
          ) : (
            <Table instances={list} />
          )
        }
      </Loaded>
    </>
  )
}

function Table({ instances }: { readonly instances: readonly Nouns['instances'][] }) {
  const say = useText()
  const clusters = useKind('clusters').data
  // Instances without a cluster are on the platform's own, which may be registered under a name.
  const own = (clusters ?? []).find(({ spec }) => spec.inCluster)?.metadata.name
  const here = say('common.thisCluster')
  const { extensions, rows } = useMemo(
    () =>
      matrixOf(
        instances.map((instance) => ({
          extension: instance.spec.extension,
          cluster: instance.spec.cluster ?? own ?? here,
          version: instance.status?.version ?? '',
          available: instance.status?.available ?? '',
          key: keyOf(instance),
          state: stateOf(instance).state,
        })),
        (clusters ?? []).map(({ metadata }) => metadata.name),
      ),
    [instances, clusters, own, here],
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
                {cluster === own ? (
                  <div className="quiet">{say('common.thisCluster')}</div>
                ) : undefined}
              </th>
              {cells.map((cell, at) => (
                <td key={extensions[at]} data-behind={cell.some(({ behind }) => behind !== '')}>
                  {cell.length === 0 ? <span className="quiet">–</span> : undefined}
                  {cell.map((one) => (
                    <Version key={one.version} cell={one} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Version({ cell }: { readonly cell: Cell }) {
  const say = useText()
  const { extension, keys, state, version, behind } = cell
  const [only = ''] = keys
  const word = say(`state.${state}`)
  const href =
    keys.length === 1
      ? paths.instance(only)
      : `${paths.instances}?find=${encodeURIComponent(extension)}`
  return (
    <div className="matrix-cell" title={`${keys.slice(0, 20).join('\n')}: ${word}`}>
      <span className="state-dot" data-state={state} role="img" aria-label={word} />
      <PageLink href={href}>{version === '' ? '…' : version}</PageLink>
      {keys.length === 1 ? undefined : <span className="quiet">× {keys.length}</span>}
      {behind === '' ? undefined : (
        <span className="behind">{say('clusters.behind', { version: behind })}</span>
      )}
    </div>
  )
}
