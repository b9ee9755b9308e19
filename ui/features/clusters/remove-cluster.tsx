import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useRemove } from '../../api/use-change.ts'
import { useKind } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView } from '../../components/views.tsx'

const mostShown = 8

interface Props {
  readonly cluster: Nouns['clusters']
  readonly close: () => void
}

/** Asks before a cluster is forgotten; one that is in use stays. */
export function RemoveCluster({ cluster, close }: Props) {
  const say = useText()
  const { history } = useRouter()
  const { name } = cluster.metadata
  const remove = useRemove('clusters')
  const isOn = ({ spec }: { readonly spec: { readonly cluster?: string } }) => spec.cluster === name
  const instances = (useKind('instances').data ?? []).filter(isOn).map(keyOf)
  const plugins = (useKind('plugins').data ?? []).filter(isOn).map(keyOf)
  // A plugin of an instance has its name.
  const alone = plugins.filter((key) => !instances.includes(key))
  const users = [
    ...instances.map((key) => ({ key, href: paths.instance(key) })),
    ...alone.map((key) => ({ key, href: paths.plugin(key) })),
  ]
  const go = () => remove.mutate(cluster, { onSuccess: () => history.push(paths.clusters) })
  return (
    <Modal
      opened
      onClose={close}
      title={say('clusters.removeTitle', { name })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <div className="stack">
        <p>
          {users.length === 0
            ? say('clusters.removeHint')
            : say('clusters.inUse', { n: users.length })}
        </p>
        <ul>
          {users.slice(0, mostShown).map(({ key, href }) => (
            <li key={href}>
              <PageLink href={href}>{key}</PageLink>
            </li>
          ))}
        </ul>
        {remove.error === null ? undefined : <ErrorView error={remove.error} />}
        <div className="row">
          <Button color="red" onClick={go} loading={remove.isPending} disabled={users.length > 0}>
            {say('clusters.remove')}
          </Button>
          <Button variant="default" onClick={close} data-autofocus>
            {say('common.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
