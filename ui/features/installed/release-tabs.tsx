import { denied } from '../../api/denied.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useRights } from '../../api/use-rights.ts'
import type { RemotePlace } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import type { TabChoice } from '../../components/tab-bar.tsx'
import { ErrorView, LoadingView, Notice } from '../../components/views.tsx'
import type { RenderedFrom } from './rendered-from.ts'
import { RenderedRelease } from './rendered-release.tsx'
import { ReleaseDrift } from './release-drift.tsx'
import { ReleaseHistory } from './release-history.tsx'
import { ReleaseObjects } from './release-objects.tsx'
import { ReleaseValues } from './release-values.tsx'

/** The parts of a release that a detail view has. */
export function useReleaseTabs(): readonly TabChoice[] {
  const say = useText()
  return [
    { id: 'objects', text: say('plugins.objects') },
    { id: 'history', text: say('detail.history') },
    { id: 'values', text: say('detail.values') },
    { id: 'rendered', text: say('explain.title') },
    { id: 'drift', text: say('drift.title') },
  ]
}

interface Props {
  readonly tab: string
  readonly plugin: Nouns['plugins'] | undefined
  /** The parts that the release is rendered from. */
  readonly from: RenderedFrom
}

/** One part of the release of a plugin, once there is a release. */
export function ReleaseTab({ tab, plugin, from }: Props) {
  const say = useText()
  const { targetNamespace = '', releaseName = '', revision } = plugin?.status ?? {}
  if (tab === 'rendered') return <RenderedRelease from={from} />
  // The status keeps the name of a release that was uninstalled, not its revision.
  if (plugin === undefined || releaseName === '' || revision === undefined) {
    const isOff = plugin?.spec.enabled === false
    return <Notice icon="clock" title={say(isOff ? 'detail.disabled' : 'detail.noRelease')} />
  }
  const { cluster } = plugin.spec
  const release = { key: `${targetNamespace}/${releaseName}`, cluster }
  return (
    <>
      {cluster === undefined ? undefined : (
        <p className="quiet">{say('detail.otherCluster', { name: cluster })}</p>
      )}
      <ReleasePart {...{ tab, release, plugin, from }} />
    </>
  )
}

interface PartProps {
  readonly tab: string
  readonly release: RemotePlace
  readonly plugin: Nouns['plugins']
  readonly from: RenderedFrom
}

/** Helm's records are Secrets: without the right to list them there is nothing of a release to show. */
function ReleasePart({ tab, release, plugin, from }: PartProps) {
  const { targetNamespace = '' } = plugin.status ?? {}
  const rights = useRights(targetNamespace, release.cluster)
  const missing = rights.missing({ verb: 'list', group: '', resource: 'secrets' })
  if (rights.isPending) return <LoadingView />
  if (missing !== undefined) return <ErrorView error={denied(missing)} />
  if (tab === 'objects') return <ReleaseObjects release={release} />
  if (tab === 'history') return <ReleaseHistory release={release} plugin={plugin} />
  if (tab === 'values') return <ReleaseValues release={release} from={from} />
  return <ReleaseDrift release={release} />
}
