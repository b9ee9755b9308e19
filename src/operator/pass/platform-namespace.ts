/** Where the operator, shared repositories and credentials live. */
export const platformNamespace = 'outrigger-system'

/** The Lease there of the operator that leads. */
export const leaseName = 'outrigger-operator'

/** The account that plugins of the platform namespace act with on the operator's own cluster. */
export const platformAccount = 'outrigger-platform'
