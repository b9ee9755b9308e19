const kinds: string[] = []

export const register = (kind: string) => kinds.push(kind)
