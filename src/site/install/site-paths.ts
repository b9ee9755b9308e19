import { join, resolve } from 'node:path'

/** Where everything of a site is. */
export interface SitePaths {
  /** The folder of its file. */
  readonly folder: string
  /** `site.yaml` or `tke.json`. */
  readonly file: string
  /** Secrets as folders, one file for each key. */
  readonly secrets: string
  /** The memory of the installer; private. */
  readonly state: string
  /** Shared with hooks and operators: kubeconfigs. */
  readonly shared: string
  readonly kubeconfig: string
  /** Files, hooks and provider files of the expansion, ready to be used. */
  readonly staged: string
  /** The platform, when it is a process beside the installer. */
  readonly platform: string
}

/** The places of the site whose file this is. */
export function sitePaths(file: string): SitePaths {
  const path = resolve(file)
  const folder = resolve(path, '..')
  const state = join(folder, 'state')
  const shared = join(folder, 'conf')
  return {
    folder,
    file: path,
    secrets: join(folder, 'secrets'),
    state,
    shared,
    kubeconfig: join(shared, 'admin.kubeconfig'),
    staged: join(state, 'staged'),
    platform: join(state, 'platform'),
  }
}
