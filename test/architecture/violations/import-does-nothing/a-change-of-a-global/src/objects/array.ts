Object.prototype.toString = () => 'object'

export const changed = 1
