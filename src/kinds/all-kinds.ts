import { clusterKind } from './cluster.ts'
import { expansionKind } from './expansion.ts'
import { extensionInstanceKind } from './extension-instance.ts'
import { extensionKind } from './extension.ts'
import type { KindDefinition } from './kind-definition.ts'
import { notificationKind } from './notification.ts'
import { pluginKind } from './plugin.ts'
import { profileKind } from './profile.ts'
import { repositoryKind } from './repository.ts'

/** Every kind of ours, from the bottom up. */
export const allKinds: readonly KindDefinition[] = [
  pluginKind,
  repositoryKind,
  extensionKind,
  extensionInstanceKind,
  profileKind,
  clusterKind,
  expansionKind,
  notificationKind,
]
