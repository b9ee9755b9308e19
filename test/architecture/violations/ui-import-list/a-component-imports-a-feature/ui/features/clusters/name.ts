export const name = 'cluster'
