import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { keptNamespaces } from './kept-namespaces.ts'
import { useText } from './locale.tsx'
import { useAddress } from './use-address.ts'

const nameShape = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/** Asks for the namespace that the lists are about, for people who may not list all of them. */
export function NamespaceField({ done }: { readonly done?: () => void }) {
  const say = useText()
  const known = useId()
  const [namespace, choose] = useAddress('namespace')
  const [text, setText] = useState(namespace)
  const show = (event: FormEvent) => {
    event.preventDefault()
    choose(text.trim())
    done?.()
  }
  return (
    <form className="row namespace-field" onSubmit={show}>
      <TextInput
        aria-label={say('common.namespace')}
        placeholder={say('common.namespace')}
        list={known}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={known}>
        {keptNamespaces().map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit" variant="default" disabled={!nameShape.test(text.trim())}>
        {say('scope.show')}
      </Button>
    </form>
  )
}
