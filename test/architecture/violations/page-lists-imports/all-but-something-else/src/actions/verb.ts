export const verb = 'install'
