import {
  type PointerEvent,
  type WheelEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { needsAttention } from '../../components/state-of.ts'
import { GraphBox } from './graph-box.tsx'
import { type Placed, boxHeight, boxWidth } from './layout.ts'
import { type ShownGraph, isGroupBox } from './shown-graph.ts'

interface Props {
  readonly graph: ShownGraph
  readonly placed: Placed
  readonly criticalPath: readonly string[]
  /** Draws the plugins of a category one by one. */
  readonly openGroup: (category: string) => void
}

interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const [smallest, largest] = [0.04, 2]
const step = 1.25
/** Below this scale nobody can read, and boxes are drawn without words. */
const readable = 0.4
/** A picture that fits only smaller than this opens at its top left corner in this scale; on a telephone it is seen in parts anyway. */
const [firstScale, firstNarrowScale] = [0.5, 0.85]
const narrowWidth = 600

/** The graph as a picture that can be moved and scaled; every box is a link that the keyboard reaches. Only what is in sight is drawn. */
export function Drawing({ graph, placed, criticalPath, openGroup }: Props) {
  const say = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number }>()
  const fit = (least: number) => {
    const { clientWidth = 1, clientHeight = 1 } = frame.current ?? {}
    const whole = Math.min(clientWidth / placed.width, clientHeight / placed.height, 1)
    const scale = Math.max(whole, least)
    const x = Math.max(0, (clientWidth - placed.width * scale) / 2)
    const room = clientHeight - placed.height * scale
    // A picture that is too high opens at what the reader came for: what hangs, or the category that the others wait for.
    const first = graph.boxes.find(({ id, state }) => isGroupBox(id) || needsAttention(state))
    const middle = clientHeight / 2 - (placed.boxes[first?.id ?? '']?.y ?? 0) * scale
    const y = room > 0 ? room / 3 : Math.min(0, Math.max(room, middle))
    setView({ x, y, scale })
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new placing is fitted, a moved view is not
  useEffect(() => fit(firstScaleOf(frame.current)), [placed])
  const zoom = (factor: number) => setView((old) => scaled(old, factor, frame.current))
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
          <Seen
            {...{ graph, placed, criticalPath, openGroup }}
            sight={sightOf(view, frame.current)}
            isReadable={view.scale >= readable}
          />
        </g>
      </svg>
      <div className="drawing-tools">
        <Tool label={say('graph.zoomIn')} icon="plus" act={() => zoom(step)} />
        <Tool label={say('graph.zoomOut')} icon="minus" act={() => zoom(1 / step)} />
        <Tool label={say('graph.fit')} icon="fit" act={() => fit(smallest)} />
      </div>
    </div>
  )
}

function firstScaleOf(frame: HTMLElement | null): number {
  return (frame?.clientWidth ?? narrowWidth) < narrowWidth ? firstNarrowScale : firstScale
}

interface ToolProps {
  readonly label: string
  readonly icon: IconName
  readonly act: () => void
}

function Tool({ label, icon, act }: ToolProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} size={15} />
    </button>
  )
}

/** The part of the picture that is in the frame, in steps, so that a small move draws nothing anew. */
interface Sight {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function sightOf({ x, y, scale }: View, frame: HTMLElement | null): string {
  const { clientWidth = 1200, clientHeight = 800 } = frame ?? {}
  const grid = 400
  const down = (value: number) => Math.floor(value / grid) * grid
  return [
    down(-x / scale) - grid,
    down(-y / scale) - grid,
    down((clientWidth - x) / scale) + 2 * grid,
    down((clientHeight - y) / scale) + 2 * grid,
  ].join(' ')
}

interface SeenProps extends Props {
  readonly sight: string
  readonly isReadable: boolean
}

const Seen = memo(function Seen(props: SeenProps) {
  const { graph, placed, criticalPath, openGroup, sight, isReadable } = props
  const critical = useMemo(() => new Set(criticalPath), [criticalPath])
  const [left = 0, top = 0, right = 0, bottom = 0] = sight.split(' ').map(Number)
  const area: Sight = { left, top, right, bottom }
  return (
    <>
      {placed.labels.map(({ text, x, y }) => (
        <text key={text} x={x} y={y} className="box-group">
          {text}
        </text>
      ))}
      {placed.arrows
        .filter(({ points }) => crosses(points, area))
        .map(({ from, to, points }) => (
          <path
            key={`${from} ${to}`}
            className="arrow"
            data-critical={critical.has(from) && critical.has(to)}
            d={curve(points)}
          />
        ))}
      {graph.boxes.map((box) => {
        const place = placed.boxes[box.id]
        if (place === undefined || !crosses([place], grown(area))) return undefined
        return (
          <GraphBox
            key={box.id}
            box={box}
            x={place.x - boxWidth / 2}
            y={place.y - boxHeight / 2}
            isCritical={critical.has(box.id)}
            isReadable={isReadable}
            openGroup={openGroup}
          />
        )
      })}
    </>
  )
})

function grown({ left, top, right, bottom }: Sight): Sight {
  return {
    left: left - boxWidth,
    top: top - boxHeight,
    right: right + boxWidth,
    bottom: bottom + boxHeight,
  }
}

function crosses(
  points: readonly { readonly x: number; readonly y: number }[],
  { left, top, right, bottom }: Sight,
): boolean {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return (
    Math.max(...xs) >= left &&
    Math.min(...xs) <= right &&
    Math.max(...ys) >= top &&
    Math.min(...ys) <= bottom
  )
}

/** A line that leaves and meets every point horizontally. */
function curve(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1]
      if (before === undefined) return `M${x} ${y}`
      const middle = (before.x + x) / 2
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}

/** Scales around the middle of the frame. */
function scaled({ x, y, scale }: View, factor: number, frame: HTMLElement | null): View {
  const next = Math.min(largest, Math.max(smallest, scale * factor))
  const [middleX, middleY] = [(frame?.clientWidth ?? 0) / 2, (frame?.clientHeight ?? 0) / 2]
  const ratio = next / scale
  return { x: middleX - (middleX - x) * ratio, y: middleY - (middleY - y) * ratio, scale: next }
}
