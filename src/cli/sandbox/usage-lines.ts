import type { Ports } from '../verb.ts'
import type { SandboxFolder, SandboxSettings } from './sandbox-folder.ts'

/** How to use a sandbox that runs in this terminal. */
export function usageLines(
  folder: SandboxFolder,
  settings: SandboxSettings,
  { program }: Ports,
): string {
  // From the sources there is no such command in the shell yet.
  const outrigger = program.file.endsWith('.ts') ? 'npx outrigger' : program.name
  const name = folder.name === 'default' ? '' : ` ${folder.name}`
  return [
    `Sandbox "${folder.name}" runs: Kubernetes ${settings.kubernetes} at https://127.0.0.1:${settings.port}, workloads are simulated.`,
    '',
    'Try, in another terminal:',
    '',
    `  export KUBECONFIG=${folder.kubeconfig}`,
    '  kubectl create deployment web --image=nginx --replicas=3',
    '  kubectl rollout status deployment/web',
    '  kubectl get pods,events',
    '',
    `  ${outrigger} chart create demo`,
    `  ${outrigger} release install demo ./demo --wait`,
    `  ${outrigger} release list`,
    '',
    `Its objects are kept in ${folder.path}; "${outrigger} sandbox reset${name}" forgets it. Ctrl-C stops it.`,
    '',
  ].join('\n')
}
