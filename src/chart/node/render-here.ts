import { clusterCapabilities } from '../capabilities.ts'
import { type RenderRound, renderRound } from '../render-round.ts'
import { nodeDraws } from './draws.ts'

/** Renders a round on this thread. */
export const renderHere: RenderRound = async (request, given) => {
  const { chart, values, release, gitVersion, apiVersions, skipSchema } = request
  const capabilities = clusterCapabilities(gitVersion, apiVersions)
  const draws = nodeDraws()
  const all = { values, release, skipSchema, capabilities, draws, warn: () => {} }
  return renderRound(chart, all, given)
}
