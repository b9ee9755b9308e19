/** The API group of our kinds. */
export const apiGroup = 'outrigger.dev'

/** The version in which they are stored and served. */
export const apiVersion = 'outrigger.dev/v1alpha1'
