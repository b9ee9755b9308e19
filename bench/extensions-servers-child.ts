// Embedded API servers in a process of their own: the platform's, and clusters that it looks after. Started by
// bench/extensions.bench.ts with a folder and how many; says how to reach them, and ends with the parent's channel.
import { join } from 'node:path'
import { serveApi } from '../src/apiserver/serve.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const names = ['hub', ...Array.from({ length: Number(count) }, (_, at) => `cluster-${at}`)]
const kubeconfigs: Record<string, string> = {}
for (const name of names) {
  const served = await serveApi({ folder: join(folder, name), name, minor: 36 })
  kubeconfigs[name] = served.kubeconfig
}
process.on('disconnect', () => process.exit(0))
process.send?.(kubeconfigs)
