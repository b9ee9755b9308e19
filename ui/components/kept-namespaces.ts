const storageKey = 'outrigger.namespaces'
const mostKept = 8

/** The namespaces that were chosen in this browser, the last one first. */
export function keptNamespaces(): readonly string[] {
  const kept = localStorage.getItem(storageKey) ?? ''
  return kept === '' ? [] : kept.split(' ')
}

/** Puts a namespace before those that were chosen earlier. */
export function keepNamespace(namespace: string): void {
  const others = keptNamespaces().filter((one) => one !== namespace)
  localStorage.setItem(storageKey, [namespace, ...others].slice(0, mostKept).join(' '))
}
