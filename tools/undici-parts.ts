import type { Plugin } from 'esbuild'

const namespace = 'undici-parts'

// The part of its index.js for these, without fetch, web sockets, caches and mocks, which nobody calls.
const contents = `
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js')
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'))
module.exports = {
  Agent: require('undici/lib/dispatcher/agent.js'),
  EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent.js'),
  ProxyAgent: require('undici/lib/dispatcher/proxy-agent.js'),
}
`

/**
 * Bundles of undici only what sends requests: every command that asks a cluster would load the rest.
 * Without http2, too, which our agents are told not to speak and undici does without where there is none.
 */
export const undiciParts: Plugin = {
  name: 'undici-parts',
  setup: (build) => {
    const { absWorkingDir: resolveDir = '.' } = build.initialOptions
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace }))
    build.onResolve({ filter: /^node:http2$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: 'http2', namespace } : undefined,
    )
    build.onLoad({ filter: /^undici$/, namespace }, () => ({ contents, loader: 'js', resolveDir }))
    build.onLoad({ filter: /^http2$/, namespace }, () => ({
      contents: 'module.exports = { constants: {} }',
      loader: 'js',
    }))
  },
}
