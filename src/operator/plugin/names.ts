/** Keeps a plugin until its release is gone. */
export const finalizer = 'outrigger.dev/uninstall'

/** Any new value is a wish to try again now. */
export const retryAnnotation = 'outrigger.dev/retry'
