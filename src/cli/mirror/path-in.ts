import { isAbsolute, join } from 'node:path'

/** A path of a mirror file, which starts at the folder of the file. */
export function pathIn(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path)
}
