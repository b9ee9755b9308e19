import type { Plugin } from 'esbuild'

const namespace = 'no-child-processes'

/**
 * Commander can start other programs as commands, which we never do, and loading node:child_process for
 * that costs every start.
 */
export const noChildProcesses: Plugin = {
  name: namespace,
  setup: (build) => {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path, namespace } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: 'export default {}' }))
  },
}
