const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EEXIST: 'file exists',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  EMFILE: 'too many open files',
  EADDRINUSE: 'address already in use',
}

/** An error of the system in the words that helm and kubectl have for it; undefined for any other error. */
export function systemText(error: Error): string | undefined {
  const { code = '', syscall, path, ...rest } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  if (reason === undefined || syscall === undefined) return undefined
  const { address, port } = rest as { readonly address?: string; readonly port?: number }
  const place = path ?? (address === undefined ? '' : `${address}:${port ?? ''}`)
  return place === '' ? `${syscall}: ${reason}` : `${syscall} ${place}: ${reason}`
}
