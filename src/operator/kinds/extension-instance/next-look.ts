import { type FinalDecision } from './decision.ts'
import { isObstacle } from '../../pass/obstacle.ts'
import type { PassResult } from '../../../controller/worker.ts'
import { intervalOf } from '../../pass/duration.ts'
import { type Observation } from './observation.ts'

const rest: PassResult = { do: 'rest' }

const shortestLook = 1000
/** How soon rights are asked for again where no watch shows them. */
const rightsLook = 30_000
/** How soon a tag is tried again that could not be resolved. */
const troubleLook = 30_000

/** When an instance is looked at again by itself. */
export function nextLook(
  { extension, choice, resolved, dependencies }: Observation,
  decision: FinalDecision,
  now: number,
): PassResult {
  if (decision.do === 'refuse' && decision.obstacle.again === 'soon')
    return { do: 'again-soon', because: decision.obstacle.message }
  const isHidden = dependencies.some((one) => one.provider === undefined && one.isHidden)
  const waits = isHidden ? rightsLook : Infinity
  // No event says that a tag has moved.
  const hasTag = choice.is === 'take' && choice.offer.tag !== undefined
  if (extension === undefined || (!hasTag && !isObstacle(resolved)))
    return isHidden ? { do: 'look-again', after: waits } : rest
  const interval = intervalOf(extension.spec)
  const isKnown = resolved !== undefined && !isObstacle(resolved)
  if (isKnown && resolved.trouble !== undefined)
    return { do: 'look-again', after: Math.min(interval, troubleLook, waits) }
  // Since it was looked at, not since somebody asked for something else.
  const gone = isKnown ? now - Date.parse(resolved.lookedAt) : 0
  const after = Math.max(shortestLook, interval - gone + shortestLook)
  return { do: 'look-again', after: Math.min(after, waits) }
}
