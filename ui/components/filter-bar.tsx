import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useText } from './locale.tsx'

interface Props<Choice extends string> {
  readonly label: string
  readonly words: string
  readonly setWords: (words: string) => void
  readonly choices: readonly {
    readonly id: Choice
    readonly text: string
    readonly count: number
  }[]
  readonly chosen: string
  readonly choose: (id: string) => void
  readonly children?: ReactNode
}

/** Words and one choice that narrow a list. The counts are of everything that the words let through. */
export function FilterBar<Choice extends string>(props: Props<Choice>) {
  const { label, words, setWords, choices, chosen, choose, children } = props
  const say = useText()
  const isUseful = (one: { readonly id: string; readonly count: number }) =>
    one.count > 0 || one.id === chosen
  return (
    <div className="toolbar">
      <TextInput
        className="grow"
        size="sm"
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={15} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="chips" role="group" aria-label={say('common.filter')}>
        {choices.filter(isUseful).map(({ id, text, count }) => (
          <button
            type="button"
            key={id}
            className="chip"
            aria-pressed={chosen === id}
            onClick={() => choose(chosen === id ? '' : id)}
          >
            {text} <b>{count}</b>
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
