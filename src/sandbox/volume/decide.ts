import { ObjectsError } from '../../objects/errors.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  annotationsOf,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import { parseQuantity } from '../../objects/quantity/parse-quantity.ts'
import { compareQuantities } from '../../objects/quantity/quantity.ts'
import type { Action } from '../engine/action.ts'
import { changedStatus, isDeleting, objectIn } from '../engine/object-writing.ts'

export interface ClaimSeen {
  readonly claim: KubeObject
  readonly volumes: readonly KubeObject[]
  readonly classes: readonly KubeObject[]
  /** Whether a pod that has its node waits for it. */
  readonly isWanted: boolean
}

const defaultClass = 'storageclass.kubernetes.io/is-default-class'

/** Decides what is done for a claim: it gets its class, then a volume, then is bound to it. */
export function decideClaim(seen: ClaimSeen): readonly Action[] {
  const { claim, volumes, classes } = seen
  if (isDeleting(claim)) return []
  if (textAt(claim, ['status', 'phase']) === 'Bound') return resize(claim, volumes)
  const className = readPath(claim, ['spec', 'storageClassName'])
  if (className === undefined) return giveClass(claim, classes)
  const volume =
    volumes.find((one) => belongsTo(one, claim)) ?? volumes.find((one) => fits(one, claim))
  if (volume !== undefined) return bind(claim, volume)
  const storage = classes.find((one) => nameOf(one) === className)
  return storage === undefined ? [] : provision(seen, storage)
}

function giveClass(claim: KubeObject, classes: readonly KubeObject[]): readonly Action[] {
  const chosen = classes.find((one) => annotationsOf(one)[defaultClass] === 'true')
  if (chosen === undefined) return []
  const patch = { spec: { storageClassName: nameOf(chosen) } }
  return [{ do: 'patch', in: 'persistentVolumeClaims', object: claim, patch }]
}

function provision({ claim, isWanted }: ClaimSeen, storage: KubeObject): readonly Action[] {
  const provisioner = textAt(storage, ['provisioner'])
  if (provisioner === 'kubernetes.io/no-provisioner') return []
  const waits = textAt(storage, ['volumeBindingMode']) === 'WaitForFirstConsumer'
  if (waits && !isWanted) return []
  const name = `pvc-${uidOf(claim)}`
  const volume: KubeObject = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': provisioner } },
    spec: {
      accessModes: readPath(claim, ['spec', 'accessModes']) ?? ['ReadWriteOnce'],
      capacity: { storage: requestOf(claim) },
      claimRef: referenceTo(claim),
      csi: { driver: provisioner, volumeHandle: name },
      persistentVolumeReclaimPolicy: textAt(storage, ['reclaimPolicy']) || 'Delete',
      storageClassName: nameOf(storage),
      volumeMode: textAt(claim, ['spec', 'volumeMode']) || 'Filesystem',
    },
  }
  const message = `Successfully provisioned volume ${name}`
  const told = { about: claim, type: 'Normal', reason: 'ProvisioningSucceeded', message } as const
  return [{ do: 'create', in: 'persistentVolumes', object: volume, told }]
}

function bind(claim: KubeObject, volume: KubeObject): readonly Action[] {
  const isMine = belongsTo(volume, claim)
  const claimRef = referenceTo(claim)
  const own: readonly Action[] = isMine
    ? []
    : [{ do: 'patch', in: 'persistentVolumes', object: volume, patch: { spec: { claimRef } } }]
  const name = nameOf(volume)
  if (textAt(claim, ['spec', 'volumeName']) !== name) {
    const annotations = {
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    }
    const patch = { metadata: { annotations }, spec: { volumeName: name } }
    return [...own, { do: 'patch', in: 'persistentVolumeClaims', object: claim, patch }]
  }
  const status = {
    phase: 'Bound',
    accessModes: readPath(volume, ['spec', 'accessModes']) ?? [],
    capacity: objectIn(volume['spec'], 'capacity'),
  }
  return [...own, ...changedStatus('persistentVolumeClaims', claim, status)]
}

// More was asked for later: volumes of the sandbox grow at once.
function resize(claim: KubeObject, volumes: readonly KubeObject[]): readonly Action[] {
  const wanted = requestOf(claim)
  const has = textAt(claim, ['status', 'capacity', 'storage'])
  const volume = volumes.find((one) => belongsTo(one, claim))
  if (wanted === '' || has === '' || volume === undefined || !isMore(wanted, has)) return []
  const capacity = { storage: wanted }
  const status = { ...objectIn(claim, 'status'), capacity }
  return [
    { do: 'patch', in: 'persistentVolumes', object: volume, patch: { spec: { capacity } } },
    ...changedStatus('persistentVolumeClaims', claim, status),
  ]
}

/** Decides what becomes of a volume: bound, or without its claim deleted or kept. */
export function decideVolume(volume: KubeObject, claim: KubeObject | undefined): readonly Action[] {
  if (isDeleting(volume)) return []
  const uid = textAt(volume, ['spec', 'claimRef', 'uid'])
  const phase = (name: string) => changedStatus('persistentVolumes', volume, { phase: name })
  if (uid === '') return phase('Available')
  if (claim !== undefined && uidOf(claim) === uid) return phase('Bound')
  if (textAt(volume, ['spec', 'persistentVolumeReclaimPolicy']) === 'Delete') {
    return [{ do: 'delete', in: 'persistentVolumes', object: volume }]
  }
  return phase('Released')
}

function referenceTo(claim: KubeObject): JsonObject {
  return {
    kind: 'PersistentVolumeClaim',
    namespace: namespaceOf(claim),
    name: nameOf(claim),
    uid: uidOf(claim),
    apiVersion: 'v1',
    resourceVersion: textAt(claim, ['metadata', 'resourceVersion']),
  }
}

function belongsTo(volume: KubeObject, claim: KubeObject): boolean {
  return textAt(volume, ['spec', 'claimRef', 'uid']) === uidOf(claim)
}

function fits(volume: KubeObject, claim: KubeObject): boolean {
  const named = textAt(claim, ['spec', 'volumeName'])
  const claimed = readPath(volume, ['spec', 'claimRef'])
  if (named !== '') return named === nameOf(volume)
  if (claimed !== undefined) {
    // Somebody has kept it for a claim of this name.
    return (
      textAt(claimed, ['uid']) === '' &&
      textAt(claimed, ['name']) === nameOf(claim) &&
      textAt(claimed, ['namespace']) === namespaceOf(claim)
    )
  }
  const modes = listAt(volume, ['spec', 'accessModes'])
  return (
    textAt(volume, ['spec', 'storageClassName']) === textAt(claim, ['spec', 'storageClassName']) &&
    listAt(claim, ['spec', 'accessModes']).every((mode: Json) => modes.includes(mode)) &&
    !isMore(requestOf(claim), textAt(volume, ['spec', 'capacity', 'storage']))
  )
}

function requestOf(claim: KubeObject): string {
  return textAt(claim, ['spec', 'resources', 'requests', 'storage'])
}

function isMore(wanted: string, has: string): boolean {
  try {
    return compareQuantities(parseQuantity(wanted), parseQuantity(has)) > 0
  } catch (error) {
    if (error instanceof ObjectsError) return false
    throw error
  }
}
