export const decide = (due: Date) => due < new Date()
