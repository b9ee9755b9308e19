import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useChange, useRemove } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView } from '../../components/views.tsx'

interface Props<N extends 'instances' | 'plugins'> {
  readonly noun: N
  readonly object: Nouns[N]
  /** How many objects an uninstall deletes, as far as it is known. */
  readonly objects: number | undefined
}

/** The changes that a person can ask for, beside those of the settings. */
export function ObjectActions<N extends 'instances' | 'plugins'>({
  noun,
  object,
  objects,
}: Props<N>) {
  const say = useText()
  const change = useChange(noun, keyOf(object))
  const [isAsking, setAsking] = useState(false)
  const isEnabled = object.spec.enabled
  const isSuspended = 'suspend' in object.spec && object.spec.suspend
  return (
    <>
      <Button variant="default" onClick={() => change.mutate({ word: 'retry' })}>
        {say('detail.retry')}
      </Button>
      {'suspend' in object.spec ? (
        <Button
          variant="default"
          onClick={() => change.mutate({ word: isSuspended ? 'resume' : 'suspend' })}
        >
          {isSuspended ? say('detail.resume') : say('detail.suspend')}
        </Button>
      ) : undefined}
      <Button
        variant="default"
        onClick={() => change.mutate({ word: isEnabled ? 'disable' : 'enable' })}
      >
        {isEnabled ? say('detail.disable') : say('detail.enable')}
      </Button>
      <Button variant="default" className="danger" onClick={() => setAsking(true)}>
        {say('detail.uninstall')}
      </Button>
      {change.error === null ? undefined : (
        <Modal
          opened
          onClose={() => change.reset()}
          closeButtonProps={{ 'aria-label': say('common.close') }}
        >
          <ErrorView error={change.error} />
        </Modal>
      )}
      {isAsking ? (
        <Uninstall noun={noun} object={object} objects={objects} close={() => setAsking(false)} />
      ) : undefined}
    </>
  )
}

interface UninstallProps<N extends 'instances' | 'plugins'> extends Props<N> {
  readonly close: () => void
}

function Uninstall<N extends 'instances' | 'plugins'>(props: UninstallProps<N>) {
  const { noun, object, objects, close } = props
  const say = useText()
  const { history } = useRouter()
  const remove = useRemove(noun)
  const go = () => remove.mutate(object, { onSuccess: () => history.push(paths[noun]) })
  const cluster = object.spec.cluster ?? say('common.thisCluster')
  return (
    <Modal
      opened
      onClose={close}
      title={say('detail.goesTitle', { name: keyOf(object) })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <div className="stack">
        <p>{say('detail.goes', { objects: objects ?? 0, cluster })}</p>
        <p>{say('detail.stays')}</p>
        <p className="quiet">{say('detail.disableHint')}</p>
        {remove.error === null ? undefined : <ErrorView error={remove.error} />}
        <div className="row">
          <Button color="red" onClick={go} loading={remove.isPending}>
            {say('detail.uninstall')}
          </Button>
          <Button variant="default" onClick={close} data-autofocus>
            {say('common.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
