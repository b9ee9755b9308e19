import { useEffect, useRef, useState } from 'react'
import type { Placed } from './layout.ts'
import type { ShownGraph } from './shown-graph.ts'

interface Answer {
  readonly id: number
  readonly placed: Placed
}

/** The places of boxes and arrows, made in a worker; the earlier ones until the new ones are there. */
export function useLayout(graph: ShownGraph): Placed | undefined {
  const [placed, setPlaced] = useState<Placed>()
  const worker = useRef<Worker>(undefined)
  const asked = useRef(0)
  useEffect(() => {
    const own = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    own.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === asked.current) setPlaced(data.placed)
    })
    worker.current = own
    return () => own.terminate()
  }, [])
  // Only the shape is placed anew; states change without moving anything.
  const shape = JSON.stringify([graph.boxes.map(({ id, group }) => [id, group]), graph.arrows])
  useEffect(() => {
    const [places, arrows] = JSON.parse(shape) as [[string, string][], ShownGraph['arrows']]
    const unnamed = { title: '', note: '', state: 'unknown', members: [] } as const
    const boxes = places.map(([id, group]) => ({ id, group, ...unnamed }))
    worker.current?.postMessage({ id: ++asked.current, graph: { boxes, arrows } })
  }, [shape])
  return placed
}
