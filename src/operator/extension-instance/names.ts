/** Keeps an instance until its plugin is gone. */
export const finalizer = 'outrigger.dev/instance'

/** On a Plugin: which version of its Extension it is. */
export const versionAnnotation = 'outrigger.dev/extension-version'

/** On a Plugin: which source of its Extension it is. */
export const sourceAnnotation = 'outrigger.dev/extension-source'

/** On a Plugin: for which version of Kubernetes its source was chosen. */
export const kubernetesAnnotation = 'outrigger.dev/chosen-for'

/** On an instance that came because others need it; it goes when none does. */
export const dependencyLabel = 'outrigger.dev/dependency'
