import { useEffect, useRef, useState } from 'react'
import type { Preview } from '../../../src/server/contract.ts'
import type { ChartFacts, RenderAnswer } from './answers.ts'
import { EngineClient } from './engine-client.ts'

/** An engine with a chart in it. */
export interface OpenEngine {
  readonly client: EngineClient
  readonly facts: ChartFacts
}

/** An engine that is open, one that is being opened, or none: then only the server can render. */
export type EngineState = OpenEngine | 'opening' | 'none'

/** The engine with the chart of a preview. */
export function useEngineState(preview: Preview | undefined): EngineState {
  const [opened, setOpened] = useState<{
    readonly preview: Preview
    readonly engine: OpenEngine | 'none'
  }>()
  useEffect(() => {
    if (preview?.archive === undefined) return undefined
    const client = new EngineClient()
    let isOver = false
    void client.ask({ do: 'open', preview }).then(
      (facts) => (isOver ? undefined : setOpened({ preview, engine: { client, facts } })),
      // For a chart that cannot be opened here, the server's plan says why.
      () => (isOver ? undefined : setOpened({ preview, engine: 'none' })),
    )
    return () => {
      isOver = true
      setOpened(undefined)
      client.close()
    }
  }, [preview])
  if (preview?.archive === undefined) return 'none'
  // The engine of another chart is not one for this chart, not even until it is closed.
  return opened?.preview === preview ? opened.engine : 'opening'
}

/** The engine with the chart of a preview; undefined while it is being opened, or where only the server can render. */
export function useEngine(preview: Preview | undefined): OpenEngine | undefined {
  return openEngine(useEngineState(preview))
}

/** An engine that can be asked. */
export function openEngine(state: EngineState): OpenEngine | undefined {
  return typeof state === 'string' ? undefined : state
}

/** The last answer, and the text that it is for. */
export interface LiveRender {
  readonly text: string
  readonly answer: RenderAnswer
  /** Milliseconds from the question to the answer. */
  readonly took: number
}

/** Renders a text whenever it changes: one render at a time, the newest text next. */
export function useLiveRender(
  engine: OpenEngine | undefined,
  text: string,
): LiveRender | undefined {
  const [shown, setShown] = useState<LiveRender & { readonly by: EngineClient }>()
  const wanted = useRef(text)
  const busy = useRef<EngineClient>(undefined)
  wanted.current = text
  useEffect(() => {
    if (engine === undefined) return
    const { client } = engine
    const next = async (): Promise<void> => {
      const asked = wanted.current
      const from = performance.now()
      const answer = await client.ask({ do: 'render', text: asked })
      setShown({ by: client, text: asked, answer, took: performance.now() - from })
      if (wanted.current !== asked) await next()
    }
    if (busy.current === client) return
    busy.current = client
    void next().finally(() => {
      if (busy.current === client) busy.current = undefined
    })
  }, [engine, text])
  // The same text may render with one version of a chart and not with another.
  return engine !== undefined && shown?.by === engine.client ? shown : undefined
}
