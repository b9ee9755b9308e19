import { useRouter } from '@tanstack/react-router'
import { type PointerEvent, type WheelEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { type Placed, boxHeight, boxWidth } from './layout.ts'
import type { Box, ShownGraph } from './shown-graph.ts'

interface Props {
  readonly graph: ShownGraph
  readonly placed: Placed
  readonly criticalPath: readonly string[]
}

interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const [smallest, largest] = [0.1, 2]
const step = 1.25

/** The graph as a picture that can be moved and scaled; every box is a link that the keyboard reaches. */
export function Drawing({ graph, placed, criticalPath }: Props) {
  const say = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number }>()
  const fit = () => {
    const { clientWidth = 1, clientHeight = 1 } = frame.current ?? {}
    const scale = Math.min(clientWidth / placed.width, clientHeight / placed.height, 1)
    const x = (clientWidth - placed.width * scale) / 2
    const y = Math.max(0, (clientHeight - placed.height * scale) / 3)
    setView({ x, y, scale: Math.max(scale, smallest) })
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new placing is fitted, a moved view is not
  useEffect(fit, [placed])
  const zoom = (factor: number) => setView((old) => scaled(old, factor, frame.current))
  const critical = new Set(criticalPath)
  const onWheel = (event: WheelEvent) => zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1)
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (from === undefined) return
    setView({ ...view, x: clientX - from.x, y: clientY - from.y })
  }
  return (
    <div className="drawing" ref={frame}>
      <svg
        role="group"
        aria-label={say('graph.title')}
        onWheel={onWheel}
        onPointerDown={(event) => setFrom({ x: event.clientX - view.x, y: event.clientY - view.y })}
        onPointerMove={onMove}
        onPointerUp={() => setFrom(undefined)}
        onPointerLeave={() => setFrom(undefined)}
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
          {placed.arrows.map(({ from: start, to, points }) => (
            <path
              key={start + to}
              className="arrow"
              data-critical={critical.has(start) && critical.has(to)}
              d={points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
            />
          ))}
          {graph.boxes.map((box) => (
            <BoxLink
              key={box.id}
              box={box}
              place={placed.boxes[box.id]}
              isCritical={critical.has(box.id)}
            />
          ))}
        </g>
      </svg>
      <div className="drawing-tools">
        <button
          type="button"
          className="icon-button"
          aria-label={say('graph.zoomIn')}
          onClick={() => zoom(step)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={say('graph.zoomOut')}
          onClick={() => zoom(1 / step)}
        >
          −
        </button>
        <button type="button" className="icon-button" aria-label={say('graph.fit')} onClick={fit}>
          ⤢
        </button>
      </div>
    </div>
  )
}

/** Scales around the middle of the frame. */
function scaled({ x, y, scale }: View, factor: number, frame: HTMLElement | null): View {
  const next = Math.min(largest, Math.max(smallest, scale * factor))
  const [middleX, middleY] = [(frame?.clientWidth ?? 0) / 2, (frame?.clientHeight ?? 0) / 2]
  const ratio = next / scale
  return { x: middleX - (middleX - x) * ratio, y: middleY - (middleY - y) * ratio, scale: next }
}

interface BoxProps {
  readonly box: Box
  readonly place: { readonly x: number; readonly y: number } | undefined
  readonly isCritical: boolean
}

const longestTitle = 20

function BoxLink({ box, place, isCritical }: BoxProps) {
  const { history } = useRouter()
  if (place === undefined) return undefined
  const href =
    box.members.length === 1 && box.id.includes('/') ? paths.plugin(box.id) : paths.plugins
  const { title } = box
  return (
    <g transform={`translate(${place.x - boxWidth / 2} ${place.y - boxHeight / 2})`}>
      <a
        href={href}
        className="box"
        data-state={box.state}
        data-critical={isCritical}
        aria-label={`${box.id} ${box.state}`}
        onClick={(event) => {
          event.preventDefault()
          history.push(href)
        }}
      >
        <title>{box.members.join('\n')}</title>
        <rect width={boxWidth} height={boxHeight} rx="8" />
        <rect className="box-mark" width="5" height={boxHeight} rx="2" />
        <text x="16" y="20" className="box-title">
          {title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title}
        </text>
        <text x="16" y="37" className="box-note">
          {`${box.note} · ${box.state}`}
        </text>
      </a>
    </g>
  )
}
