import { type Json, equalJson } from '../../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  nameOf,
  numberAt,
  readPath,
} from '../../../objects/kube-object.ts'
import { profileLabel } from '../../../operator/clusters/profile-offers.ts'
import { PlainError } from '../../errors.ts'
import type { OpenCluster } from '../../options/cluster-options.ts'
import type { KindView } from '../kind-view.ts'
import { oneObject } from '../objects-of.ts'

/** Fails when a change that was written and waited for is no longer there: somebody who keeps the object has put it back. */
export async function refuseUndone(
  view: KindView,
  written: KubeObject,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<void> {
  const now = await oneObject(view, nameOf(written), cluster, signal)
  if (generationOf(now) <= generationOf(written)) return
  if (equalJson(specOf(now), specOf(written))) return
  const profile = labelsOf(now)[profileLabel]
  const who =
    profile === undefined
      ? `${view.noun} events ${nameOf(now)} may tell by whom`
      : `profile ${profile} enforces it, and has to be changed instead`
  throw new PlainError(`${view.noun} ${nameOf(now)}: the change was put back: ${who}`)
}

function generationOf(object: KubeObject): number {
  return numberAt(object, ['metadata', 'generation']) ?? 0
}

function specOf(object: KubeObject): Json {
  return readPath(object, ['spec']) ?? null
}
