import { fileURLToPath } from 'node:url'
import { type CommandResult, runCommand } from '../../tools/run-command.ts'
import { findOracle } from '../oracles/find.ts'

export type ProgramName = 'outrigger' | 'helm3' | 'helm4' | 'kubectl'

// OUTRIGGER_PROGRAM names one that was built, which starts faster.
const main =
  process.env['OUTRIGGER_PROGRAM'] ??
  fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** The words that start a program. */
export function startOf(program: ProgramName): readonly string[] {
  if (program === 'outrigger') return [process.execPath, main]
  return [findOracle(program === 'kubectl' ? 'kubectl-1.36' : program)]
}

/** Runs programs against one cluster. */
export function programsOn(kubeconfig: string, limitSeconds: number) {
  return async (program: ProgramName, words: readonly string[]): Promise<CommandResult> => {
    const [file = '', ...before] = startOf(program)
    const env = { ...process.env, KUBECONFIG: kubeconfig }
    return await runCommand(file, [...before, ...words], { env, output: 'capture', limitSeconds })
  }
}

export type RunProgram = ReturnType<typeof programsOn>

const kinds =
  'configmaps,secrets,services,serviceaccounts,persistentvolumeclaims,deployments,statefulsets,daemonsets,jobs,' +
  'cronjobs,roles,rolebindings,networkpolicies,poddisruptionbudgets,horizontalpodautoscalers,ingresses,leases'
const clusterKinds =
  'clusterroles,clusterrolebindings,validatingwebhookconfigurations,mutatingwebhookconfigurations,' +
  'priorityclasses,storageclasses,ingressclasses'

interface Listed {
  readonly items: readonly {
    readonly kind: string
    readonly metadata: {
      readonly name: string
      readonly namespace?: string
      readonly annotations?: Readonly<Record<string, string>>
    }
  }[]
}

/** Everything of a release: its objects wherever they are, its records and ours beside them. */
export async function leftOf(namespace: string, run: RunProgram): Promise<readonly string[]> {
  const where = 'app.kubernetes.io/managed-by=Helm'
  const asked = await Promise.all([
    run('kubectl', ['get', kinds, '-A', '-l', where, '-o', 'json']),
    run('kubectl', ['get', clusterKinds, '-l', where, '-o', 'json']),
    run('kubectl', ['get', 'secrets,leases', '-n', namespace, '-o', 'json']),
  ])
  const [objects = [], others = [], records = []] = asked.map(({ ok, output }) => {
    if (!ok) throw new Error(output)
    return (JSON.parse(output) as Listed).items
  })
  const ours = [...objects, ...others].filter(
    ({ metadata }) => metadata.annotations?.['meta.helm.sh/release-namespace'] === namespace,
  )
  const kept = records.filter(({ metadata }) => /^(sh\.helm\.|outrigger\.)/.test(metadata.name))
  return [...ours, ...kept].map(({ kind, metadata }) => `${kind} ${metadata.name}`)
}
