import { Button, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreate } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView } from '../../components/views.tsx'
import { labelsIn } from './words-in.ts'

/** Registers the cluster that the platform runs on, or one whose kubeconfig is in a Secret already. */
export function NamedCluster({ way }: { readonly way: 'own' | 'secret' }) {
  const say = useText()
  const { history } = useRouter()
  const create = useCreate('clusters')
  const [name, setName] = useState('')
  const [labels, setLabels] = useState('')
  const [secret, setSecret] = useState('')
  const spec = way === 'own' ? { inCluster: true } : { kubeconfig: { secretName: secret } }
  const metadata = { name, labels: labelsIn(labels) }
  const body = { apiVersion: 'outrigger.dev/v1alpha1', kind: 'Cluster', metadata, spec }
  return (
    <form
      className="card stack-small"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ body }, { onSuccess: () => history.push(paths.cluster(name)) })
      }}
    >
      <TextInput
        label={say('common.name')}
        description={say('install.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      {way === 'own' ? undefined : (
        <TextInput
          label={say('clusters.secretName')}
          description={say('clusters.secretHint')}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          required
        />
      )}
      <TextInput
        label={say('common.labels')}
        description={say('clusters.labelsHint')}
        value={labels}
        onChange={(event) => setLabels(event.currentTarget.value)}
      />
      {create.error === null ? undefined : <ErrorView error={create.error} />}
      <Button type="submit" loading={create.isPending}>
        {say('clusters.add')}
      </Button>
    </form>
  )
}
