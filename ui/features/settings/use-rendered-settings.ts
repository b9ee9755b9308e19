import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Preview } from '../../../src/server/contract.ts'
import { usePreview } from '../../api/use-preview.ts'
import {
  type LiveRender,
  type OpenEngine,
  openEngine,
  useEngineState,
  useLiveRender,
} from '../../components/engine/use-engine.ts'

/** Milliseconds of rest after a change of the place before it is asked about. */
const restTime = 250

export interface RenderedSettings {
  readonly preview: UseQueryResult<Preview>
  readonly engine: OpenEngine | undefined
  /** Whether it is still open if this page can render. */
  readonly isOpening: boolean
  readonly live: LiveRender | undefined
}

/** Renders settings while they are written. `object` is the instance without its settings; undefined while it has no name. */
export function useRenderedSettings(object: object | undefined, text: string): RenderedSettings {
  const written = JSON.stringify(object)
  const [settled] = useDebouncedValue(written, restTime)
  const preview = usePreview(settled === undefined ? undefined : (JSON.parse(settled) as object))
  const state = useEngineState(preview.data)
  const engine = openEngine(state)
  const isOpening = settled !== written || preview.isFetching || state === 'opening'
  return { preview, engine, isOpening, live: useLiveRender(engine, text) }
}
