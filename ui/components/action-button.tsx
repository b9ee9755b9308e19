import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useText } from './locale.tsx'
import { type MissingRight, rightInWords } from './right-in-words.ts'

interface Props extends ButtonProps {
  /** The right that the reader needs for it and has not. */
  readonly missing: MissingRight | undefined
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button for a change. Without the right to make it, it stays in its place, does nothing and says why. */
export function ActionButton({ missing, onClick, children, className, ...button }: Props) {
  const say = useText()
  if (missing === undefined) {
    return (
      <Button {...button} className={className} onClick={onClick}>
        {children}
      </Button>
    )
  }
  const reason = rightInWords(missing, say)
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...button}
        data-disabled
        aria-disabled
        aria-description={reason}
        leftSection={<Icon name="lock" size={13} />}
        onClick={(event: MouseEvent) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
