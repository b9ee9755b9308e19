import { Button, Modal, Select, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreate } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView } from '../../components/views.tsx'

/** Registers a cluster: the one that the platform runs on, or one whose kubeconfig is in a Secret. */
export function AddCluster({ close }: { readonly close: () => void }) {
  const say = useText()
  const { history } = useRouter()
  const create = useCreate('clusters')
  const [name, setName] = useState('')
  const [how, setHow] = useState<string>('own')
  const [secret, setSecret] = useState('')
  const spec = how === 'own' ? { inCluster: true } : { kubeconfig: { secretName: secret } }
  const body = { apiVersion: 'outrigger.dev/v1alpha1', kind: 'Cluster', metadata: { name }, spec }
  const add = () => create.mutate({ body }, { onSuccess: () => history.push(paths.cluster(name)) })
  return (
    <Modal
      opened
      onClose={close}
      title={say('clusters.add')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <form
        className="stack-small"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextInput
          data-autofocus
          label={say('common.name')}
          description={say('install.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
        <Select
          label={say('clusters.how')}
          value={how}
          allowDeselect={false}
          onChange={(next) => setHow(next ?? 'own')}
          data={[
            { value: 'own', label: say('clusters.own') },
            { value: 'secret', label: say('clusters.fromSecret') },
          ]}
        />
        {how === 'own' ? undefined : (
          <TextInput
            label={say('clusters.secretName')}
            description={say('clusters.secretHint')}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            required
          />
        )}
        {create.error === null ? undefined : <ErrorView error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {say('clusters.add')}
        </Button>
      </form>
    </Modal>
  )
}
