export const name = 'plugins'
