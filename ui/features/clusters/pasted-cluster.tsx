import { Button, TextInput, Textarea } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useRegister, useTestKubeconfig } from '../../api/use-register.ts'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView } from '../../components/views.tsx'
import { ConnectionOutcome } from './connection-outcome.tsx'
import { labelsIn, wordsIn } from './words-in.ts'

/** Registers a cluster by a kubeconfig that is pasted. It is kept nowhere in the page. */
export function PastedCluster() {
  const say = useText()
  const { history } = useRouter()
  const [name, setName] = useState('')
  const [kubeconfig, setKubeconfig] = useState('')
  const [labels, setLabels] = useState('')
  const [allowed, setAllowed] = useState('')
  const tested = useTestKubeconfig()
  const register = useRegister()
  const add = () =>
    register.mutate(
      { name, kubeconfig, labels: labelsIn(labels), allowedNamespaces: wordsIn(allowed) },
      { onSuccess: () => history.push(paths.cluster(name)) },
    )
  return (
    <form
      className="card stack-small"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        label={say('common.name')}
        description={say('install.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <Textarea
        label={say('clusters.kubeconfig')}
        description={say('clusters.kubeconfigHint')}
        value={kubeconfig}
        onChange={(event) => {
          setKubeconfig(event.currentTarget.value)
          tested.reset()
          register.reset()
        }}
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        autoComplete="off"
        className="kubeconfig"
        required
      />
      <div className="row">
        <Button
          variant="default"
          disabled={kubeconfig.trim() === ''}
          loading={tested.isPending}
          onClick={() => tested.mutate(kubeconfig)}
        >
          {say('clusters.test')}
        </Button>
      </div>
      {tested.data === undefined ? undefined : <ConnectionOutcome outcome={tested.data} />}
      {tested.error === null ? undefined : <ErrorView error={tested.error} />}
      <TextInput
        label={say('common.labels')}
        description={say('clusters.labelsHint')}
        value={labels}
        onChange={(event) => setLabels(event.currentTarget.value)}
      />
      <TextInput
        label={say('clusters.allowed')}
        description={say('clusters.allowedHint')}
        value={allowed}
        onChange={(event) => setAllowed(event.currentTarget.value)}
      />
      {register.error === null ? undefined : <ErrorView error={register.error} />}
      <Button type="submit" loading={register.isPending}>
        {say('clusters.add')}
      </Button>
    </form>
  )
}
