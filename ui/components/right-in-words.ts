import type { Locale } from './locale.tsx'

/** A right that somebody has not; an empty namespace means all of them. */
export interface MissingRight {
  readonly verb: string
  readonly resource: string
  readonly namespace: string
}

/** A sentence that names a missing right. */
export function rightInWords(missing: MissingRight, say: Locale['say']): string {
  const { verb, resource, namespace } = missing
  const place =
    namespace === '' ? say('view.deniedEverywhere') : say('view.deniedIn', { namespace })
  return say('scope.lacks', { verb, resource, place })
}
