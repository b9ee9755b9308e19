import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kustomizationFileNames } from '../../kustomize/file-names.ts'

/** Whether a folder of this machine has a kustomization and no chart. */
export function isKustomization(folder: string): boolean {
  if (existsSync(join(folder, 'Chart.yaml'))) return false
  return kustomizationFileNames.some((name) => existsSync(join(folder, name)))
}
