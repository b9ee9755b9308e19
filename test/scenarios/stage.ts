import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../tools/run-command.ts'
import type { OracleName } from '../oracles/catalogue.ts'
import { findOracle } from '../oracles/find.ts'
import type { Stage } from './run-scenario.ts'

/** A stage, and how to leave it clean. */
export interface OpenStage extends Stage {
  readonly close: () => Promise<void>
}

interface Kubeconfig {
  readonly contexts: readonly { readonly name: string; readonly context: object }[]
}

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const limitSeconds = 60

/** A new namespace on the cluster of a kubeconfig, and a folder with a kubeconfig whose default it is. */
export async function openStage(
  clusterKubeconfig: string,
  kubectlName: OracleName = 'kubectl-1.36',
): Promise<OpenStage> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-scenario-'))
  const namespace = `scenario-${randomInt(2 ** 32).toString(36)}`
  const kubectl = findOracle(kubectlName)
  const ask = async (...words: readonly string[]): Promise<string> => {
    const args = ['--kubeconfig', clusterKubeconfig, ...words]
    const { ok, output } = await runCommand(kubectl, args, { output: 'capture', limitSeconds })
    if (!ok) throw new Error(`"kubectl ${words.join(' ')}" failed: ${output}`)
    return output
  }
  await ask('create', 'namespace', namespace)
  const config = JSON.parse(
    await ask('config', 'view', '--raw', '--flatten', '--minify', '--output', 'json'),
  ) as Kubeconfig
  const contexts = config.contexts.map(({ name, context }) => ({
    name,
    context: { ...context, namespace },
  }))
  const kubeconfig = join(folder, '.kubeconfig')
  await writeFile(kubeconfig, JSON.stringify({ ...config, contexts }), { mode: 0o600 })
  return {
    folder,
    namespace,
    kubeconfig,
    programs: {
      kubectl: [kubectl],
      helm: [findOracle('helm4')],
      outrigger: [process.execPath, main],
    },
    close: async () => {
      await ask('delete', 'namespace', namespace, '--wait=false')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
