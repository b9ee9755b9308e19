import type { ExtensionInstance } from '../../kinds/extension-instance.ts'

/** Keeps an instance until its plugin is gone. */
export const finalizer = 'outrigger.dev/instance'

/** On a Plugin: which version of its Extension it is. */
export const versionAnnotation = 'outrigger.dev/extension-version'

/** On a Plugin: which source of its Extension it is. */
export const sourceAnnotation = 'outrigger.dev/extension-source'

/** On a Plugin: the version of Kubernetes, as the server calls itself, that its source was chosen for and that it is rendered for. */
export const kubernetesAnnotation = 'outrigger.dev/chosen-for'

/** The name of an instance that comes because another one needs it. */
export function neededName(extension: string, { spec }: Pick<ExtensionInstance, 'spec'>): string {
  return spec.cluster === undefined ? extension : `${spec.cluster}-${extension}`
}

/** On a Plugin: the Extension that it is of. */
export const extensionLabel = 'outrigger.dev/extension'

/** On an instance that came because others need it; it goes when none does. */
export const dependencyLabel = 'outrigger.dev/dependency'
