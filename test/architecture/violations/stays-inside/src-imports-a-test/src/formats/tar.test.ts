export const rows = []
