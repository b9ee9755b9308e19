/** Where the operator, shared repositories and credentials live. */
export const platformNamespace = 'outrigger-system'
