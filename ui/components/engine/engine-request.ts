import type { Preview } from '../../../src/server/contract.ts'
import type { ChartFacts, LayeredValue, LineAnswer, RenderAnswer, TraceAnswer } from './answers.ts'
import type { ChartContents } from './chart-contents.ts'

/** A question to the worker that renders. */
export type EngineRequest =
  | { readonly do: 'open'; readonly preview: Preview }
  | { readonly do: 'render'; readonly text: string }
  | {
      readonly do: 'manifest'
      readonly source: string
      readonly kind: string
      readonly name: string
    }
  | { readonly do: 'blame'; readonly text: string }
  | { readonly do: 'contents'; readonly text: string }
  | { readonly do: 'trace'; readonly text: string }
  | { readonly do: 'explain'; readonly line: number }

/** The answers, by the word of the question. */
export interface EngineAnswers {
  readonly open: ChartFacts
  readonly render: RenderAnswer
  readonly manifest: string
  readonly blame: readonly LayeredValue[]
  readonly contents: ChartContents
  readonly trace: TraceAnswer
  readonly explain: LineAnswer
}
