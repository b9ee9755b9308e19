/** The hooks of an installation: executables of these names in `hooks/`. */
export const installerHooks = ['pre-install', 'post-cluster-ready', 'post-install'] as const

/** The hooks of a cluster, by whether every machine runs them or the first one of the control plane. */
export const clusterHooks = {
  PreInstall: 'machine',
  PostInstall: 'machine',
  PreUpgrade: 'machine',
  PostUpgrade: 'machine',
  PreClusterInstall: 'cluster',
  PostClusterInstall: 'cluster',
  PreClusterUpgrade: 'cluster',
  PostClusterUpgrade: 'cluster',
  PreClusterDelete: 'cluster',
  PostClusterDelete: 'cluster',
} as const

/** A file of this name in `files/` is the hook of that type as well. */
export const fileHooks = [
  'PreInstall',
  'PostInstall',
  'PreClusterInstall',
  'PostClusterInstall',
] as const
