import { delimiter, join, resolve } from 'node:path'
import { KubeError } from '../errors.ts'
import type { Environment } from './exec-plugin.ts'
import { readTextFile } from './file-credentials.ts'
import { type Kubeconfig, emptyKubeconfig, mergeKubeconfigs } from './kubeconfig.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'

/**
 * The kubeconfig of whoever runs the program, found as kubectl finds it: the file that was named, else those of
 * `KUBECONFIG`, else `~/.kube/config`. Only a file that was named has to be there.
 */
export async function loadKubeconfig(
  named: string | undefined,
  environment: Environment,
): Promise<Kubeconfig> {
  if (named !== undefined) return (await readOne(resolve(named))) ?? missing(named)
  const files: Kubeconfig[] = []
  const paths = candidatePaths(environment)
  for (const path of paths) {
    const file = await readOne(resolve(path))
    if (file !== undefined) files.push(file)
  }
  return files.length === 0 ? { ...emptyKubeconfig, absent: paths } : mergeKubeconfigs(files)
}

function candidatePaths(environment: Environment): readonly string[] {
  const list = environment['KUBECONFIG'] ?? ''
  if (list !== '') return [...new Set(list.split(delimiter).filter((path) => path !== ''))]
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? ''
  return home === '' ? [] : [join(home, '.kube', 'config')]
}

async function readOne(path: string): Promise<Kubeconfig | undefined> {
  try {
    return parseKubeconfig(await readTextFile(path), path)
  } catch (cause) {
    if (cause instanceof KubeError) throw cause
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new KubeError('bad-config', `cannot read the kubeconfig ${path}`, { cause })
  }
}

function missing(path: string): never {
  throw new KubeError('bad-config', `there is no kubeconfig ${path}`)
}
