import { type Reason, reasons } from '../../kinds/conditions.ts'

// The advice for a reason; `NOUN` and `NAME` are those of the object.
const advice: Partial<Readonly<Record<Reason, string>>> = {
  Disabled: 'outrigger NOUN enable NAME',
  Suspended: 'set suspend to false to go on',
  Pinned: 'outrigger NOUN set NAME --unpin follows the spec again',
  Waiting: 'nothing to do: what it waits for wakes it (outrigger graph shows the whole picture)',
  WindowClosed: 'outrigger NOUN retry NAME rolls the change out now',
  NeededByOthers: 'delete or disable the dependents first (outrigger graph shows them)',
  DependencyCycle: 'take one of these out of dependsOn',
  InvalidValues: 'outrigger NOUN set NAME -f values.yaml',
  ValuesNotFound: 'create it, or set optional: true there',
  SourceNotFound: 'outrigger chart list --platform shows what there is',
  SourceUnreachable: 'it is tried again by itself; outrigger NOUN retry NAME tries now',
  SourceRefused:
    'let a Repository in the platform namespace name the address, or allow it at the operator',
  RenderFailed: 'outrigger NOUN set NAME ... with values that the chart takes',
  ClusterNotFound:
    'create the Cluster; when it is gone for good, outrigger NOUN delete NAME --orphan lets this go',
  Forbidden: 'give the service account the rights named above',
  QuotaExceeded: 'raise the quota, or free some of it: it is tried again by itself then',
  KindNotServed: 'install what brings that kind: it is tried again by itself then',
  Missing: 'outrigger NOUN retry NAME puts them back; drift.mode correct does it by itself',
  AccountMissing: 'create it: kubectl create serviceaccount outrigger',
  Conflict: 'set conflicts to take or yield, or let the other owner go',
  InstallFailed: 'outrigger NOUN retry NAME, once the cause is gone',
  UpgradeFailed: 'outrigger NOUN rollback NAME, or outrigger NOUN retry NAME',
  UninstallFailed:
    'outrigger NOUN retry NAME; outrigger NOUN delete NAME --orphan leaves the objects',
  Unhealthy: 'look at the object that is named; it is watched, and noticed when it works',
  TimedOut: 'look at the object that is named; it is watched, and noticed when it works',
  Drifted: 'set drift.mode to correct to put changes back',
  OutOfBounds: 'write a value within the bounds: the old one is not used',
  RefreshFailed: 'it is tried again by itself; outrigger NOUN retry NAME tries now',
  CredentialsMissing:
    'kubectl create secret generic SECRET --from-literal username=… --from-literal password=…',
}

/** The meaning of a reason, in words. */
export function meaningOf(reason: string): string {
  return Object.hasOwn(reasons, reason) ? reasons[reason as Reason] : ''
}

/** The advice for a reason; empty when there is nothing to do. */
export function adviceFor(reason: string, noun: string, name: string): string {
  const text = Object.hasOwn(advice, reason) ? (advice[reason as Reason] ?? '') : ''
  return text.replaceAll('NOUN', noun).replaceAll('NAME', name)
}
