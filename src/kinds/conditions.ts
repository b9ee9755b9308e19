import { choice, integer, list, object, required, text, type TypeOf } from './schema/schema.ts'

/** The conditions that our kinds have; those of a Cluster's steps are named by its vocabulary. */
export const conditionTypes = {
  Ready: 'what was asked for is there and works; a disabled plugin is Ready too',
  Reconciling: 'work is under way, or waits for something that will wake it',
  Stalled: 'nothing will change before somebody changes something',
  Installed: 'a release is on the cluster',
  Healthy: 'every object of the release works',
  Drifted: 'somebody else changed objects of the release',
  Valid: 'the object can be used as it is written',
  Reachable: 'the cluster answers',
  Mirrored: 'charts and images were brought to where `mirror` says',
  Clamped: 'an interval or timeout is out of bounds, and the nearest bound is used instead',
} as const

/** Every reason that a condition or an event of ours can have. The list is closed: programs may switch on it. */
export const reasons = {
  Installed: 'the release is installed and works',
  Upgraded: 'the release was upgraded',
  Uninstalled: 'the release was uninstalled',
  Disabled: 'switched off; the values are kept',
  Suspended: 'left alone until `suspend` goes',
  Pinned: 'held at a revision by `pin`',
  WindowClosed: 'a change waits for a maintenance window',
  Waiting: 'waits for a dependency, which will wake it',
  Fetching: 'fetches the chart',
  Rendering: 'renders the chart',
  Installing: 'is being installed',
  Upgrading: 'is being upgraded',
  RollingBack: 'is being rolled back',
  Uninstalling: 'is being uninstalled',
  Progressing: 'installed, and its objects are starting',
  NeededByOthers: 'cannot go before its dependents',
  DependencyCycle: 'depends on itself',
  InvalidSpec: 'the object contradicts itself',
  OutOfBounds: 'an interval or timeout is shorter or longer than allowed',
  InvalidValues: 'the values are no YAML, or not what the chart takes',
  ValuesNotFound: 'a ConfigMap or Secret of values is missing',
  SourceNotFound: 'the repository has no such chart or version',
  SourceUnreachable: 'the repository cannot be reached',
  SourceRefused: 'policy, a signature or the owner of the source forbids it',
  RenderFailed: 'the chart or kustomization cannot be rendered with these values',
  Forbidden: 'the account may not do what the chart needs',
  QuotaExceeded: 'a quota of the namespace leaves no room',
  KindNotServed: 'the cluster does not serve a kind that the chart has',
  Missing: 'objects of the release are gone',
  AccountMissing: 'the service account does not exist',
  ClusterNotFound: 'there is no such Cluster, or this namespace may not use it',
  ClusterUnreachable: 'the cluster does not answer',
  Conflict: 'others own fields of its objects',
  ReleaseOwned: 'the release belongs to another plugin, or to a person; `adopt` takes it over',
  HookFailed: 'a hook failed',
  InstallFailed: 'installing failed',
  UpgradeFailed: 'upgrading failed; the revision before is kept',
  RollbackFailed: 'rolling back failed',
  UninstallFailed: 'uninstalling failed; the finalizer stays',
  RolledBack: 'an upgrade failed and was rolled back',
  Unhealthy: 'an object of the release does not work',
  TimedOut: 'an object of the release did not work in time',
  ChildFailed: 'a plugin that this one installed does not work',
  ChildWaiting: 'a plugin that this one installed is not ready yet',
  InSync: 'objects are as the release wrote them',
  Drifted: 'somebody else changed objects of the release',
  Corrected: 'what somebody else changed was put back',
  NotInstalled: 'there is no release',
  Orphaned: 'the release was left on the cluster as asked',
  Refreshed: 'the index was read',
  RefreshFailed: 'the index cannot be read; the one before is kept',
  Mirroring: 'charts and images are being brought for the first time',
  Mirrored: 'charts and images are where `mirror` wants them',
  MirrorFailed: 'charts or images could not be brought; those of before are still there',
  CredentialsMissing: 'the Secret with credentials is missing or empty, or its login is refused',
  DeliveryFailed: 'a message could not be delivered; it is tried again',
  Valid: 'can be used as it is written',
  ExtensionNotFound: 'there is no such Extension',
  NotVisible: 'the Extension is not for this namespace',
  NoSource: 'the Extension has no source for this Kubernetes version',
  InvalidParameters: 'the parameters are not what the Extension takes',
  UpgradeAvailable: 'another source fits, and upgrades are by hand',
  VersionUnstable: 'the version of Kubernetes has not settled yet',
  SkewTooLarge: 'nodes are too far behind the API server',
  Retired: 'this version was taken from the catalogue',
  Reachable: 'the cluster answers',
  Skipped: 'left out as asked',
  Delegated: 'done by an operator of somebody else',
  Done: 'done',
  Failed: 'failed; the message says what to do',
} as const

export type Reason = keyof typeof reasons

/** The reasons that tell of a failure: something is not as it was asked for, and somebody should know. */
const failures: ReadonlySet<string> = new Set<Reason>([
  'DependencyCycle',
  'InvalidSpec',
  'InvalidValues',
  'ValuesNotFound',
  'SourceNotFound',
  'SourceUnreachable',
  'SourceRefused',
  'RenderFailed',
  'Forbidden',
  'QuotaExceeded',
  'KindNotServed',
  'Missing',
  'AccountMissing',
  'ClusterNotFound',
  'ClusterUnreachable',
  'Conflict',
  'ReleaseOwned',
  'HookFailed',
  'InstallFailed',
  'UpgradeFailed',
  'RollbackFailed',
  'UninstallFailed',
  'RolledBack',
  'Unhealthy',
  'TimedOut',
  'ChildFailed',
  'RefreshFailed',
  'CredentialsMissing',
  'DeliveryFailed',
  'ExtensionNotFound',
  'NotVisible',
  'NoSource',
  'InvalidParameters',
  'SkewTooLarge',
  'Failed',
])

export function isFailure(reason: string): boolean {
  return failures.has(reason)
}

/** One condition as Kubernetes writes them. */
export const conditionSchema = object('One condition.', {
  type: required(text('The name of the condition.', { maxLength: 316 })),
  status: required(choice('Whether it holds.', ['True', 'False', 'Unknown'])),
  reason: required(text('Why, in one word of a closed list.', { maxLength: 1024 })),
  message: required(text('Why, for a person.', { maxLength: 32_768 })),
  lastTransitionTime: required(text('When the status last changed.', { format: 'date-time' })),
  observedGeneration: integer('The generation of the object that it describes.'),
})

export type StatusCondition = TypeOf<typeof conditionSchema>

const mostConditions = 128

/** The fields that every status has. */
export const statusFields = {
  observedGeneration: integer('The generation that the last pass saw.'),
  conditions: list('The conditions, by type.', conditionSchema, {
    maxItems: mostConditions,
    keys: ['type'],
  }),
}

/** A condition that a pass found, before it is known since when it holds. */
export type Finding = Omit<StatusCondition, 'lastTransitionTime' | 'type' | 'reason'> & {
  readonly type: string
  readonly reason: Reason
}

/** Conditions with the moment of their last change: the earlier one where the status is still the same. */
export function datedConditions(
  findings: readonly Finding[],
  before: readonly StatusCondition[],
  now: string,
): readonly StatusCondition[] {
  return findings.map((finding) => {
    const old = before.find(({ type }) => type === finding.type)
    const lastTransitionTime = old?.status === finding.status ? old.lastTransitionTime : now
    return { ...finding, lastTransitionTime }
  })
}
