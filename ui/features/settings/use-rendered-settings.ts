import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Preview } from '../../../src/server/contract.ts'
import { usePreview } from '../../api/use-preview.ts'
import {
  type LiveRender,
  type OpenEngine,
  useEngine,
  useLiveRender,
} from '../../components/engine/use-engine.ts'

/** Milliseconds of rest after a change of the place before it is asked about. */
const restTime = 250

export interface RenderedSettings {
  readonly preview: UseQueryResult<Preview>
  readonly engine: OpenEngine | undefined
  readonly live: LiveRender | undefined
}

/** Renders settings while they are written. `object` is the instance without its settings; undefined while it has no name. */
export function useRenderedSettings(object: object | undefined, text: string): RenderedSettings {
  const [settled] = useDebouncedValue(JSON.stringify(object), restTime)
  const preview = usePreview(settled === undefined ? undefined : (JSON.parse(settled) as object))
  const engine = useEngine(preview.data)
  return { preview, engine, live: useLiveRender(engine, text) }
}
