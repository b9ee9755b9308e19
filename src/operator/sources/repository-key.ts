/** The key of a Repository. */
export function keyOfParts(namespace: string, name: string): string {
  return `${namespace}/${name}`
}
