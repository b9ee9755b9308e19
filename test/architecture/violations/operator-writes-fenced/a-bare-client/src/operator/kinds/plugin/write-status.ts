import type { KubeClient } from '../../../kube/client.ts'

export function writeStatus({ fieldManager }: KubeClient): string {
  return fieldManager
}
