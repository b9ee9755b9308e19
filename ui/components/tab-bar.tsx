import { useEffect, useRef } from 'react'
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
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={bar}>
      {tabs.map(({ id, text }) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-selected={id === chosen}
          onClick={() => choose(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
