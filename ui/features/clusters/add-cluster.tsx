import { SegmentedControl } from '@mantine/core'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { useAddress } from '../../components/use-address.ts'
import { NamedCluster } from './named-cluster.tsx'
import { PastedCluster } from './pasted-cluster.tsx'

/** Registers a cluster: by a kubeconfig that is pasted, by one in a Secret, or the platform's own. */
export function AddCluster() {
  const say = useText()
  const [way, setWay] = useAddress('by', 'kubeconfig')
  return (
    <>
      <PageHead
        title={say('clusters.add')}
        parent={{ href: paths.clusters, name: say('clusters.title') }}
        lead={say('clusters.addLead')}
      />
      <div className="stack narrow">
        <SegmentedControl
          aria-label={say('clusters.how')}
          value={way}
          onChange={setWay}
          data={[
            { value: 'kubeconfig', label: say('clusters.byKubeconfig') },
            { value: 'secret', label: say('clusters.bySecret') },
            { value: 'own', label: say('clusters.byOwn') },
          ]}
        />
        {way === 'kubeconfig' ? (
          <PastedCluster />
        ) : (
          <NamedCluster key={way} way={way === 'own' ? 'own' : 'secret'} />
        )}
      </div>
    </>
  )
}
