import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../icon.tsx'
import { useText } from '../locale.tsx'
import type { FieldProps } from './field-props.ts'

interface AddProps {
  readonly taken: readonly string[]
  readonly add: (name: string) => void
}

/** The way to one more key of a map whose keys are free. */
export function AddKey({ taken, add }: AddProps) {
  const say = useText()
  const [name, setName] = useState('')
  const wanted = name.trim()
  const isTaken = taken.includes(wanted)
  const done = () => {
    if (wanted === '' || isTaken) return
    add(wanted)
    setName('')
  }
  return (
    <div className="add-key">
      <TextInput
        size="xs"
        aria-label={say('form.newKey')}
        placeholder={say('form.newKey')}
        value={name}
        error={isTaken ? say('form.keyTaken') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
      />
      <Button variant="default" size="xs" disabled={wanted === '' || isTaken} onClick={done}>
        {say('form.add')}
      </Button>
    </div>
  )
}

/** Takes a free key away: one that was set goes, one of the chart's defaults becomes null, which is how Helm deletes it. */
export function RemoveKey({ name, path, value, fallback, edit, isFreeKey }: FieldProps) {
  const say = useText()
  if (isFreeKey !== true || value === null) return undefined
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${say('form.remove')} ${name}`}
      onClick={(event) => {
        event.preventDefault()
        edit(path, fallback === undefined ? 'delete' : { set: null })
      }}
    >
      <Icon name="cross" size={14} />
    </button>
  )
}
