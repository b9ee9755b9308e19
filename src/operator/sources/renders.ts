import type { RenderRound } from '../../chart/render/render-round.ts'
import { fetchingDocuments } from '../../chart/render/with-documents.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { documentFetcher } from '../../sources/fetch-document.ts'

/** Where rounds are rendered. */
export interface Renders {
  /** For whoever waits for the result. */
  readonly now: RenderRound
  /** For what will be needed: everybody else goes first. */
  readonly ahead: RenderRound
  /** The same for a namespace, where those that want renders take turns. */
  readonly of?: (namespace: string) => Pick<Renders, 'now' | 'ahead'>
}

/** The renders of a namespace. */
export function rendersFor(renders: Renders, namespace: string): Pick<Renders, 'now' | 'ahead'> {
  return renders.of?.(namespace) ?? renders
}

const remedy =
  'skipSchemaValidation in the spec (outrigger plugin set NAME --skip-schema-validation) leaves the check out'

/** Makes rounds that fetch what the schemas of charts refer to. */
export function documentedRounds(fetching: FetchOptions): (round: RenderRound) => RenderRound {
  return fetchingDocuments(documentFetcher(() => fetching, remedy))
}

/** The same for all renders. */
export function documentedRenders(renders: Renders, fetching: FetchOptions): Renders {
  const documented = documentedRounds(fetching)
  const both = ({ now, ahead }: Pick<Renders, 'now' | 'ahead'>) => ({
    now: documented(now),
    ahead: documented(ahead),
  })
  const { of } = renders
  return {
    ...both(renders),
    ...(of === undefined ? {} : { of: (namespace: string) => both(of(namespace)) }),
  }
}
