import { Modal } from '@mantine/core'
import { useState } from 'react'
import { type Nouns, keyOf, resourceOf } from '../../api/shown-kinds.ts'
import { type ChangeWord, useChange } from '../../api/use-change.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
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
  const resource = resourceOf(noun)
  const rights = useRights(object.metadata.namespace ?? '')
  const noPatch = rights.missing({ verb: 'patch', resource })
  const [isAsking, setAsking] = useState(false)
  const [, watch] = useAddress('run')
  const go = (word: ChangeWord) => change.mutate({ word }, { onSuccess: ({ id }) => watch(id) })
  const isEnabled = object.spec.enabled
  const isSuspended = 'suspend' in object.spec && object.spec.suspend
  return (
    <>
      <ActionButton variant="default" missing={noPatch} onClick={() => go('retry')}>
        {say('detail.retry')}
      </ActionButton>
      {'suspend' in object.spec ? (
        <ActionButton
          variant="default"
          missing={noPatch}
          onClick={() => go(isSuspended ? 'resume' : 'suspend')}
        >
          {isSuspended ? say('detail.resume') : say('detail.suspend')}
        </ActionButton>
      ) : undefined}
      <ActionButton
        variant="default"
        missing={noPatch}
        onClick={() => go(isEnabled ? 'disable' : 'enable')}
      >
        {isEnabled ? say('detail.disable') : say('detail.enable')}
      </ActionButton>
      <ActionButton
        variant="default"
        className="danger"
        missing={rights.missing({ verb: 'delete', resource })}
        onClick={() => setAsking(true)}
      >
        {say('detail.uninstall')}
      </ActionButton>
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
