/** Milliseconds for which a version of Kubernetes must have been the same before anything moves by itself. */
export const settlingTime = 120_000
