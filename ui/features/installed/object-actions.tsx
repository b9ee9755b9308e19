import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { type ChangeWord, useChange } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { ErrorView } from '../../components/views.tsx'
import { Uninstall } from './uninstall.tsx'

interface Props<N extends 'instances' | 'plugins'> {
  readonly noun: N
  readonly object: Nouns[N]
  /** The key of the plugin that has the release; undefined before there is one. */
  readonly plugin: string | undefined
}

/** The changes that a person can ask for, beside those of the settings. */
export function ObjectActions<N extends 'instances' | 'plugins'>({
  noun,
  object,
  plugin,
}: Props<N>) {
  const say = useText()
  const change = useChange(noun, keyOf(object))
  const [isAsking, setAsking] = useState(false)
  const [, watch] = useAddress('run')
  const go = (word: ChangeWord) => change.mutate({ word }, { onSuccess: ({ id }) => watch(id) })
  const isEnabled = object.spec.enabled
  const isSuspended = 'suspend' in object.spec && object.spec.suspend
  return (
    <>
      <Button variant="default" onClick={() => go('retry')}>
        {say('detail.retry')}
      </Button>
      {'suspend' in object.spec ? (
        <Button variant="default" onClick={() => go(isSuspended ? 'resume' : 'suspend')}>
          {isSuspended ? say('detail.resume') : say('detail.suspend')}
        </Button>
      ) : undefined}
      <Button variant="default" onClick={() => go(isEnabled ? 'disable' : 'enable')}>
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
        <Uninstall noun={noun} object={object} plugin={plugin} close={() => setAsking(false)} />
      ) : undefined}
    </>
  )
}
