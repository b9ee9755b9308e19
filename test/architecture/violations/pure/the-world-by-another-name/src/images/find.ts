export const find = () => globalThis.crypto.randomUUID()
