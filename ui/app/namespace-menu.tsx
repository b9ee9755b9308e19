import { Menu, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyShown } from '../api/shown-kinds.ts'
import { Icon } from '../components/icon.tsx'
import { keptNamespaces } from '../components/kept-namespaces.ts'
import { useText } from '../components/locale.tsx'
import { NamespaceField } from '../components/namespace-field.tsx'
import { useAddress } from '../components/use-address.ts'

/** The namespace that the lists are about, and the others. */
export function NamespaceMenu() {
  const say = useText()
  const [namespace, choose] = useAddress('namespace')
  const [isAsking, setAsking] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // The cache tells of them when somebody looks: a subscription to all lists would draw this with every change.
  const known = useKnownNamespaces()
  const others = isOpen ? known() : []
  const shown = namespace === '' ? say('scope.all') : namespace
  return (
    <>
      <Menu position="bottom-start" width={230} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <button
            type="button"
            className="scope"
            data-scope={namespace === '' ? 'all' : 'one'}
            aria-label={say('scope.label', { namespace: shown })}
            title={say('scope.label', { namespace: shown })}
          >
            <Icon name="namespace" size={16} />
            <span>{shown}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown className="scope-choices">
          <Menu.Item rightSection={mark(namespace === '')} onClick={() => choose('')}>
            {say('scope.all')}
          </Menu.Item>
          {others.map((one) => (
            <Menu.Item key={one} rightSection={mark(namespace === one)} onClick={() => choose(one)}>
              <span className="break">{one}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setAsking(true)}>{say('scope.other')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={say('scope.other')}
        closeButtonProps={{ 'aria-label': say('common.close') }}
      >
        <NamespaceField done={() => setAsking(false)} />
      </Modal>
    </>
  )
}

/** The namespaces of everything that was read, and those that were chosen before. */
function useKnownNamespaces(): () => readonly string[] {
  const client = useQueryClient()
  return () => {
    const lists = client.getQueriesData<readonly AnyShown[]>({ queryKey: ['kind'] })
    const seen = lists.flatMap(([, list = []]) =>
      list.flatMap(({ metadata }) => metadata.namespace ?? []),
    )
    return [...new Set([...keptNamespaces(), ...seen])].toSorted()
  }
}

function mark(isChosen: boolean) {
  return isChosen ? <Icon name="check" size={14} /> : undefined
}
