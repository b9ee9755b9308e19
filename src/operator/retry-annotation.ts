/** Where somebody writes that they want it done now; any other text than before is a new wish. */
export const retryAnnotation = 'outrigger.dev/retry'
