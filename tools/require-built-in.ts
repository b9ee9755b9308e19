import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

const names = new Set(builtinModules)
const namespace = 'node-built-in'

/**
 * Lets bundled CommonJS packages ask for Node's own modules: an ES module has no `require`, so that
 * `require('crypto')` would fail when it runs. Node hands the module out at that moment instead.
 */
export const requireBuiltIn: Plugin = {
  name: 'require-built-in',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z:_/0-9]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (kind !== 'require-call' || !names.has(name)) return undefined
      return { path: name, namespace }
    })
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`,
      loader: 'js',
    }))
  },
}
