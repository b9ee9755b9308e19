import type { JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  annotationsOf,
  nameOf,
  namespaceOf,
  numberAt,
} from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { controllerReference, objectIn } from '../engine/object-writing.ts'
import { templateHash } from '../engine/template-hash.ts'
import {
  bounds,
  desiredAnnotation,
  hashLabel,
  historyAnnotation,
  maxAnnotation,
  replicasOf,
  revisionAnnotation,
  revisionOf,
  templateOf,
} from './deployment-facts.ts'

const notCopied = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  'deprecated.deployment.rollback.to',
])

/** The ReplicaSet for the template that a Deployment has now. */
export function newReplicaSet(
  deployment: KubeObject,
  replicas: number,
  revision: number,
): KubeObject {
  const template = templateOf(deployment)
  const collisions = numberAt(deployment, ['status', 'collisionCount']) ?? 0
  const hash = templateHash(template, collisions)
  const metadata = objectIn(template, 'metadata')
  const labels = { ...objectIn(metadata, 'labels'), [hashLabel]: hash }
  const selector = objectIn(deployment['spec'], 'selector')
  const minReadySeconds = numberAt(deployment, ['spec', 'minReadySeconds'])
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${nameOf(deployment)}-${hash}`,
      namespace: namespaceOf(deployment),
      labels,
      annotations: {
        ...copied(deployment),
        ...sizes(deployment),
        [revisionAnnotation]: String(revision),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      ...(minReadySeconds !== undefined && minReadySeconds > 0 && { minReadySeconds }),
      selector: {
        ...selector,
        matchLabels: { ...objectIn(selector, 'matchLabels'), [hashLabel]: hash },
      },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  }
}

/**
 * Updates the ReplicaSet of a Deployment's template: revision, history, the Deployment's own
 * annotations.
 */
export function refreshReplicaSet(
  deployment: KubeObject,
  set: KubeObject,
  revision: number,
): readonly Action[] {
  const before = annotationsOf(set)
  const own = revisionOf(set)
  const isNewer = own < revision
  const past = before[historyAnnotation]
  const history = isNewer && own > 0 ? [...(past ? [past] : []), String(own)].join() : past
  const annotations = {
    ...copied(deployment),
    ...(isNewer && { [revisionAnnotation]: String(revision) }),
    ...(history !== undefined && { [historyAnnotation]: history }),
  }
  const minReadySeconds = numberAt(deployment, ['spec', 'minReadySeconds']) ?? 0
  const isSlower = minReadySeconds !== (numberAt(set, ['spec', 'minReadySeconds']) ?? 0)
  const isSame = Object.entries(annotations).every(([name, value]) => before[name] === value)
  if (isSame && !isSlower) return []
  const patch: JsonObject = {
    ...(!isSame && { metadata: { annotations } }),
    ...(isSlower && { spec: { minReadySeconds } }),
  }
  return [{ do: 'patch', in: 'replicaSets', object: set, patch }]
}

/** The change of a ReplicaSet to so many replicas. */
export function scaleSet(
  deployment: KubeObject,
  set: KubeObject,
  replicas: number,
): readonly Action[] {
  const before = replicasOf(set)
  const annotations = sizes(deployment)
  const own = annotationsOf(set)
  const isSame = Object.entries(annotations).every(([name, value]) => own[name] === value)
  if (before === replicas && isSame) return []
  const patch = { metadata: { annotations }, spec: { replicas } }
  const change: Action = { do: 'patch', in: 'replicaSets', object: set, patch }
  return before === replicas
    ? [change]
    : [change, tellScaled(deployment, nameOf(set), before, replicas)]
}

export function tellScaled(deployment: KubeObject, set: string, from: number, to: number): Action {
  const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${set} from ${from} to ${to}`
  return {
    do: 'tell',
    told: { about: deployment, type: 'Normal', reason: 'ScalingReplicaSet', message },
  }
}

function sizes(deployment: KubeObject): Readonly<Record<string, string>> {
  const replicas = replicasOf(deployment)
  return {
    [desiredAnnotation]: String(replicas),
    [maxAnnotation]: String(replicas + bounds(deployment).surge),
  }
}

function copied(deployment: KubeObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(annotationsOf(deployment)).filter(([name]) => !notCopied.has(name)),
  )
}
