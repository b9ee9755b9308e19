export const build = () => 'package'
