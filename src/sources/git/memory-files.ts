import { basename, dirname } from 'node:path/posix'

/** As much of Node's fs.promises as the git library uses. */
export interface GitFiles {
  readonly promises: object
}

/** Files that live as long as nobody forgets them: a repository that never touches the disk. */
export function memoryFiles(): GitFiles {
  const files = new Map<string, Uint8Array>()
  const folders = new Set<string>(['/'])
  const statOf = (path: string) => {
    const data = files.get(path)
    if (data !== undefined) return entry('file', data.length)
    if (folders.has(path)) return entry('folder', 0)
    throw failure('ENOENT', path)
  }
  return {
    promises: {
      readFile: async (path: string, options?: string | { readonly encoding?: string }) => {
        const data = files.get(path)
        if (data === undefined) throw failure(folders.has(path) ? 'EISDIR' : 'ENOENT', path)
        const encoding = typeof options === 'string' ? options : options?.encoding
        return encoding === 'utf8' ? Buffer.from(data).toString() : data
      },
      writeFile: async (path: string, data: string | Uint8Array) => {
        if (!folders.has(dirname(path))) throw failure('ENOENT', path)
        files.set(path, typeof data === 'string' ? Buffer.from(data) : data)
      },
      mkdir: async (path: string) => {
        if (folders.has(path) || files.has(path)) throw failure('EEXIST', path)
        if (!folders.has(dirname(path))) throw failure('ENOENT', path)
        folders.add(path)
      },
      readdir: async (path: string) => {
        if (!folders.has(path)) throw failure(files.has(path) ? 'ENOTDIR' : 'ENOENT', path)
        const all = [...files.keys(), ...folders].filter((one) => one !== '/')
        return all.filter((one) => dirname(one) === path).map((one) => basename(one))
      },
      unlink: async (path: string) => {
        if (!files.delete(path)) throw failure('ENOENT', path)
      },
      rmdir: async (path: string) => {
        if (!folders.delete(path)) throw failure('ENOENT', path)
      },
      stat: async (path: string) => statOf(path),
      lstat: async (path: string) => statOf(path),
      readlink: async (path: string) => {
        throw failure('EINVAL', path)
      },
      symlink: async (_: string, path: string) => {
        throw failure('EPERM', path)
      },
    },
  }
}

function entry(kind: 'file' | 'folder', size: number) {
  const time = { ctimeMs: 0, mtimeMs: 0, ctime: new Date(0), mtime: new Date(0) }
  return {
    ...time,
    size,
    dev: 0,
    ino: 0,
    uid: 0,
    gid: 0,
    mode: kind === 'file' ? 0o100644 : 0o40755,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => false,
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}
