import { maxFolderDepth, maxPathLength } from '../limits.ts'

/** Says why a name cannot be a path inside a package; undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > maxPathLength) return `is longer than ${maxPathLength} characters`
  if (path.includes('\0')) return 'has a zero byte in it'
  if (path.includes('\\')) return 'has a backslash in it'
  if (path.startsWith('/')) return 'is absolute; wanted a path inside the package'
  const parts = path.split('/')
  if (parts.includes('..')) return 'leads out of the package'
  if (parts.some((part) => part === '' || part === '.')) return 'has an empty part'
  if (parts.length > maxFolderDepth) return `is nested more than ${maxFolderDepth} deep`
  return undefined
}

/** The name that a file has in one flat folder: `etc/sysctl.d/90.conf` is `etc__sysctl.d__90.conf`. */
export function flatName(path: string): string {
  return path.replaceAll('/', '__')
}
