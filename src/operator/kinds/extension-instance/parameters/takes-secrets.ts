import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'

/** Whether some parameters come from Secrets: then none of them is shown to anybody. */
export function takesSecrets({ spec }: ExtensionInstance): boolean {
  return spec.parametersFrom.some(({ kind }) => kind === 'Secret')
}
