/** The list of what a user wishes for. */
export const emptyList: readonly string[] = []
