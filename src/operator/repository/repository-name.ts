/** The name of a Repository, when `repo` is one; undefined for addresses. */
export function repositoryNameIn(repo: string): string | undefined {
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(repo) && !repo.endsWith('.git') ? repo : undefined
}

export function keyOfParts(namespace: string, name: string): string {
  return `${namespace}/${name}`
}
