/** Keeps a plugin until its release is gone. */
export const finalizer = 'outrigger.dev/uninstall'

/** Any new value is a request to try again now. */
export const retryAnnotation = 'outrigger.dev/retry'

/** On an object with values: what a key holds never changes, so that other keys make no difference to an object that names one. */
export const fixedKeysAnnotation = 'outrigger.dev/fixed-keys'

/** On a Secret that an instance wrote: nothing in it comes from a Secret. */
export const plainAnnotation = 'outrigger.dev/plain'

/** The Secret with the whole text of a plugin's failure, where its values come from Secrets. */
export function failureSecretName(plugin: string): string {
  return `outrigger.failure.${plugin}`
}

/** The name of a key for what profiles say for a whole cluster, which is no secret. */
export function globalKey(hash: string): string {
  return `global-${hash}.yaml`
}

export function isGlobalKey(key: string | undefined): boolean {
  return key !== undefined && /^global-[0-9a-f]{16}\.yaml$/.test(key)
}
