import { Agent } from 'undici'

/**
 * Connections of the HTTP client. A file of its own, because it is loaded when it is used: imported by
 * name there, the client would lose its names in a bundle.
 */
export function createAgent(options: Agent.Options): Agent {
  return new Agent(options)
}
