export const client = 'page'
