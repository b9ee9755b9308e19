import { useEffect, useRef, useState } from 'react'
import type { Preview } from '../../../src/server/contract.ts'
import type { ChartFacts, RenderAnswer } from './answers.ts'
import { EngineClient } from './engine-client.ts'

/** An engine with a chart in it. */
export interface OpenEngine {
  readonly client: EngineClient
  readonly facts: ChartFacts
}

/** The engine with the chart of a preview; undefined while it is being opened, or where only the server can render. */
export function useEngine(preview: Preview | undefined): OpenEngine | undefined {
  const [opened, setOpened] = useState<OpenEngine>()
  useEffect(() => {
    if (preview?.archive === undefined) return undefined
    const client = new EngineClient()
    let isOver = false
    void client.ask({ do: 'open', preview }).then(
      (facts) => (isOver ? undefined : setOpened({ client, facts })),
      // A chart that cannot be opened here is told by the server's plan.
      () => undefined,
    )
    return () => {
      isOver = true
      setOpened(undefined)
      client.close()
    }
  }, [preview])
  return opened
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
  const [shown, setShown] = useState<LiveRender>()
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
      setShown({ text: asked, answer, took: performance.now() - from })
      if (wanted.current !== asked) await next()
    }
    if (busy.current === client) return
    busy.current = client
    void next().finally(() => {
      if (busy.current === client) busy.current = undefined
    })
  }, [engine, text])
  return engine === undefined ? undefined : shown
}
