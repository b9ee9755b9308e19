import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreate } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { ErrorView } from '../../components/views.tsx'

/** Adds a repository, for everybody or for one namespace. */
export function AddRepository({ close }: { readonly close: () => void }) {
  const say = useText()
  const create = useCreate('repositories')
  const [name, setName] = useState('')
  const [namespace, setNamespace] = useState('outrigger-system')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const body = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Repository',
    metadata: { name, namespace },
    spec: { url, ...(secret === '' ? {} : { credentials: { secretName: secret } }) },
  }
  return (
    <Modal
      opened
      onClose={close}
      title={say('repositories.add')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <form
        className="stack-small"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body }, { onSuccess: close })
        }}
      >
        <TextInput
          data-autofocus
          required
          label={say('common.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          required
          label={say('common.namespace')}
          description={say('repositories.sharedHint')}
          value={namespace}
          onChange={(event) => setNamespace(event.currentTarget.value)}
        />
        <TextInput
          required
          label={say('repositories.url')}
          placeholder="https://charts.example.com"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={say('repositories.secret')}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {create.error === null ? undefined : <ErrorView error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {say('repositories.add')}
        </Button>
      </form>
    </Modal>
  )
}
