export const read = () => 'package'
