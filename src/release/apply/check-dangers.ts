import type { KubeObject } from '../../objects/kube-object.ts'
import type { CrdChoices } from '../choices.ts'
import { ReleaseError } from '../errors.ts'
import { crdProblems } from '../plan/crd-problems.ts'
import { easeDangers } from '../plan/ease-dangers.ts'
import type { ReleasePorts } from '../ports.ts'
import { applyAsHelm } from '../server-apply/apply-as-helm.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import type { PlacedObject } from './placed-object.ts'

export interface DangerChoices extends Pick<CrdChoices, 'crdDangers'> {
  readonly conflicts: ConflictPolicy
}

/** Refuses a change to a definition that could harm objects of its kind, unless that was accepted. */
export async function checkDangers(
  {
    placed: { resource, object, id },
    live,
  }: { readonly placed: PlacedObject; readonly live: KubeObject },
  { conflicts, crdDangers = 'refuse' }: DangerChoices,
  { client, discovery, report }: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const tried = await applyAsHelm(
    { client, resource, object, conflicts, live, dryRun: true },
    signal,
  )
  // Conflicts show when it is applied.
  if (tried.did === 'conflict') return
  const dangers = crdProblems(live, tried.written.object, crdDangers)
  const problems = await easeDangers(dangers, object, { client, discovery }, signal)
  const texts = problems.map(({ message }) => message)
  if (problems.some(({ blocking }) => blocking)) {
    const what = `changing ${id.name} could harm objects of its kind`
    throw new ReleaseError('refused', `${what}: ${texts.join('; ')}`)
  }
  for (const message of texts) report({ type: 'warning', message: `${id.name}: ${message}` })
}
