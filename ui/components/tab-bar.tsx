import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useAddress } from './use-address.ts'

export interface TabChoice {
  readonly id: string
  readonly text: string
}

/** Which part of a view is shown, kept in its address. */
export function useTab(tabs: readonly TabChoice[]): readonly [string, (id: string) => void] {
  const first = tabs[0]?.id ?? ''
  const [tab, setTab] = useAddress('tab', first)
  return [tabs.some(({ id }) => id === tab) ? tab : first, setTab]
}

interface Props {
  readonly label: string
  readonly tabs: readonly TabChoice[]
  readonly chosen: string
  readonly choose: (id: string) => void
}

/** The parts of a view; where not all find room, they scroll, and the chosen one is in sight. */
export function TabBar({ label, tabs, chosen, choose }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const one = bar.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (bar.current === null || one === null || one === undefined) return
    const { offsetLeft, offsetWidth } = one
    bar.current.scrollLeft = offsetLeft - (bar.current.clientWidth - offsetWidth) / 2
  }, [chosen, tabs.length])
  // One stop of the Tab key; arrows lead to the others.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const next = tabs[tabs.findIndex(({ id }) => id === chosen) + step]
    if (step === 0 || next === undefined) return
    choose(next.id)
    bar.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={bar} onKeyDown={onKeyDown}>
      {tabs.map(({ id, text }) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
