import type { Json, JsonObject } from '../../../objects/json.ts'
import {
  listAt,
  numberAt,
  ownersOf,
  parseApiVersion,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'

type Cells = Readonly<Record<string, (object: JsonObject) => Json>>

/** The cells of tables of volumes and of the kinds that say how many there may be. */
export const policyCells: Readonly<Record<string, Cells>> = {
  'poddisruptionbudgets.policy': {
    'Min Available': (budget) => amount(budget, 'minAvailable'),
    'Max Unavailable': (budget) => amount(budget, 'maxUnavailable'),
    'Allowed Disruptions': (budget) => numberAt(budget, ['status', 'disruptionsAllowed']) ?? 0,
  },
  'horizontalpodautoscalers.autoscaling': {
    Reference: (one) => {
      const [kind, name] = ['kind', 'name'].map((field) =>
        textAt(one, ['spec', 'scaleTargetRef', field]),
      )
      return `${kind}/${name}`
    },
    Targets: targets,
    MinPods: (one) => {
      const least = numberAt(one, ['spec', 'minReplicas'])
      return least === undefined ? '<unset>' : String(least)
    },
    MaxPods: (one) => numberAt(one, ['spec', 'maxReplicas']) ?? 0,
    Replicas: (one) => numberAt(one, ['status', 'currentReplicas']) ?? 0,
  },
  persistentvolumes: {
    Capacity: (volume) => textAt(volume, ['spec', 'capacity', 'storage']),
    'Access Modes': (volume) =>
      listAt(volume, ['spec', 'accessModes'])
        .map((mode) => shortModes[typeof mode === 'string' ? mode : ''] ?? '')
        .join(','),
    'Reclaim Policy': (volume) => textAt(volume, ['spec', 'persistentVolumeReclaimPolicy']),
    Status: (volume) =>
      textAt(volume, ['metadata', 'deletionTimestamp']) === ''
        ? textAt(volume, ['status', 'phase'])
        : 'Terminating',
    Claim: (volume) => {
      const claim = readPath(volume, ['spec', 'claimRef'])
      return claim === undefined ? '' : `${textAt(claim, ['namespace'])}/${textAt(claim, ['name'])}`
    },
    StorageClass: (volume) => textAt(volume, ['spec', 'storageClassName']),
    VolumeAttributesClass: (volume) =>
      textAt(volume, ['spec', 'volumeAttributesClassName']) || '<unset>',
    Reason: (volume) => textAt(volume, ['status', 'reason']),
    VolumeMode: (volume) => textAt(volume, ['spec', 'volumeMode']) || '<unset>',
  },
  replicationcontrollers: {
    Desired: (one) => numberAt(one, ['spec', 'replicas']) ?? 0,
    Current: (one) => numberAt(one, ['status', 'replicas']) ?? 0,
    Ready: (one) => numberAt(one, ['status', 'readyReplicas']) ?? 0,
    Containers: (one) => containerTexts(one, 'name'),
    Images: (one) => containerTexts(one, 'image'),
    Selector: (one) =>
      Object.entries(
        (readPath(one, ['spec', 'selector']) ?? {}) as Readonly<Record<string, string>>,
      )
        .map(([name, value]) => `${name}=${value}`)
        .join(),
  },
  'priorityclasses.scheduling.k8s.io': {
    Value: (one) => numberAt(one, ['value']) ?? 0,
    'Global-Default': (one) => readPath(one, ['globalDefault']) === true,
    PreemptionPolicy: (one) => textAt(one, ['preemptionPolicy']),
  },
  'controllerrevisions.apps': {
    Controller: (one) => {
      const owner = ownersOf(one).find(({ controller }) => controller)
      if (owner === undefined) return '<none>'
      const { group } = parseApiVersion(owner.apiVersion)
      return `${owner.kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${owner.name}`
    },
    Revision: (one) => numberAt(one, ['revision']) ?? 0,
  },
}

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

function amount(budget: JsonObject, field: string): string {
  const value = readPath(budget, ['spec', field])
  return typeof value === 'number' || typeof value === 'string' ? String(value) : 'N/A'
}

function targets(autoscaler: JsonObject): string {
  const current = listAt(autoscaler, ['status', 'currentMetrics'])
  const texts = listAt(autoscaler, ['spec', 'metrics']).map((metric, at) => {
    const name = textAt(metric, ['resource', 'name'])
    const wanted = numberAt(metric, ['resource', 'target', 'averageUtilization'])
    if (name === '' || wanted === undefined) return '<unknown>'
    const load = numberAt(current[at], ['resource', 'current', 'averageUtilization'])
    return `${name}: ${load === undefined ? '<unknown>' : `${load}%`}/${wanted}%`
  })
  return texts.length === 0 ? '<none>' : texts.slice(0, 2).join(', ')
}

function containerTexts(object: JsonObject, field: string): string {
  return listAt(object, ['spec', 'template', 'spec', 'containers'])
    .map((container) => textAt(container, [field]))
    .join()
}
