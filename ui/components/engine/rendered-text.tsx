import { NativeSelect, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../locale.tsx'
import { YamlLine } from '../yaml-line.tsx'
import { Loaded } from '../views.tsx'
import type { TraceAnswer } from './answers.ts'
import { LineReasons } from './line-reasons.tsx'
import type { OpenEngine } from './use-engine.ts'

/** Milliseconds of rest after a key before everything is traced: that costs more than rendering. */
const restTime = 400
const lineHeight = 20

interface Props {
  readonly engine: OpenEngine
  readonly text: string
}

/** The rendered text of a release. A click on a line, or Enter, says which template line wrote it and which values decided it. */
export function RenderedText({ engine, text }: Props) {
  const say = useText()
  const [settled] = useDebouncedValue(text, restTime)
  const traced = useQuery({
    queryKey: ['trace', engine.facts.name, engine.facts.version, settled],
    queryFn: () => engine.client.ask({ do: 'trace', text: settled }),
    gcTime: 0,
  })
  return (
    <Loaded from={traced}>
      {(answer) =>
        answer.ok ? (
          <Lines engine={engine} traced={answer} />
        ) : (
          <p className="bad break" role="alert">
            <b>{say('plan.failed')}</b> {answer.why}
          </p>
        )
      }
    </Loaded>
  )
}

interface LinesProps {
  readonly engine: OpenEngine
  readonly traced: Extract<TraceAnswer, { readonly ok: true }>
}

function Lines({ engine, traced }: LinesProps) {
  const say = useText()
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const [isWrapped, setWrapped] = useState(false)
  const { lines, documents } = traced
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  })
  const go = (line: number) => {
    setChosen(line)
    rows.scrollToIndex(line - 1, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(Math.min(lines.length, Math.max(1, chosen + step)))
  }
  return (
    <div className="stack-small">
      <div className="toolbar">
        <NativeSelect
          className="grow"
          aria-label={say('explain.object')}
          value=""
          data={[
            { value: '', label: say('explain.goTo', { n: documents.length }) },
            ...documents.map(({ kind, name, firstLine }) => ({
              value: String(firstLine),
              label: `${kind} ${name}`,
            })),
          ]}
          onChange={(event) => {
            const line = Number(event.currentTarget.value)
            setChosen(line)
            rows.scrollToIndex(line - 1, { align: 'start' })
          }}
        />
        <Switch
          label={say('explain.wrap')}
          checked={isWrapped}
          onChange={(event) => setWrapped(event.currentTarget.checked)}
        />
      </div>
      <p className="quiet">{say('explain.hint')}</p>
      <div
        className="rendered"
        data-wrapped={isWrapped}
        ref={place}
        tabIndex={0}
        role="listbox"
        aria-label={say('explain.title')}
        aria-activedescendant={chosen === 0 ? undefined : `line-${chosen}`}
        onKeyDown={onKeyDown}
      >
        <div className="rendered-inner" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              id={`line-${index + 1}`}
              role="option"
              aria-selected={chosen === index + 1}
              // A line without text needs a name of its own.
              aria-label={
                lines[index]?.trim() === '' ? say('explain.empty', { line: index + 1 }) : undefined
              }
              className="rendered-line"
              ref={isWrapped ? rows.measureElement : undefined}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => setChosen(index + 1)}
            >
              <span className="rendered-number" aria-hidden="true">
                {index + 1}
              </span>
              <YamlLine line={lines[index] ?? ''} />
            </div>
          ))}
        </div>
      </div>
      {chosen === 0 ? undefined : (
        <LineReasons client={engine.client} line={chosen} text={lines[chosen - 1] ?? ''} />
      )}
    </div>
  )
}
