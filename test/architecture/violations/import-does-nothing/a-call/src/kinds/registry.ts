const kinds: string[] = []

export function register(kind: string) {
  kinds.push(kind)
}

register('Plugin')
