/** Keeps a plugin until its release is gone. */
export const finalizer = 'outrigger.dev/uninstall'

/** Any new value is a wish to try again now. */
export const retryAnnotation = 'outrigger.dev/retry'

/** On an object with values: what a key holds never changes, so that other keys make no difference to who names one. */
export const fixedKeysAnnotation = 'outrigger.dev/fixed-keys'
