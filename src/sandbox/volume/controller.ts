import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Delays } from '../delays.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { itself } from '../engine/wakes.ts'
import { decideClaim, decideVolume } from './decide.ts'

/** Claims get volumes. */
export function claimController(delays: Delays): Controller {
  return {
    name: 'persistentvolume-binder',
    manager: 'kube-controller-manager',
    component: 'persistentvolume-controller',
    pause: delays.volume,
    wakes: {
      persistentVolumeClaims: itself,
      persistentVolumes: ({ object }, view) => {
        const claimed = readPath(object, ['spec', 'claimRef'])
        if (claimed !== undefined) return [keyOfReference(object)]
        return view.list('persistentVolumeClaims').filter(isPending).map(keyOf)
      },
      storageClasses: (_, view) => view.list('persistentVolumeClaims').filter(isPending).map(keyOf),
      pods: ({ type, object }) =>
        type === 'deleted' || textAt(object, ['spec', 'nodeName']) === '' ? [] : claimsOf(object),
    },
    decide: (key, view) => {
      const claim = view.get('persistentVolumeClaims', key)
      if (claim === undefined) return []
      return decideClaim({
        claim,
        volumes: view.list('persistentVolumes'),
        classes: view.list('storageClasses'),
        isWanted: isWanted(claim, view),
      })
    },
  }
}

/** Volumes follow their claims. */
export function volumeController(): Controller {
  return {
    name: 'persistentvolume-controller',
    manager: 'kube-controller-manager',
    component: 'persistentvolume-controller',
    pause: 0,
    wakes: {
      persistentVolumes: itself,
      persistentVolumeClaims: ({ object }) => {
        const name = textAt(object, ['spec', 'volumeName'])
        return name === '' ? [] : [name]
      },
    },
    decide: (key, view) => {
      const volume = view.get('persistentVolumes', key)
      if (volume === undefined) return []
      return decideVolume(volume, view.get('persistentVolumeClaims', keyOfReference(volume)))
    },
  }
}

function isPending(claim: KubeObject): boolean {
  return textAt(claim, ['status', 'phase']) !== 'Bound'
}

function keyOfReference(volume: KubeObject): string {
  const reference = readPath(volume, ['spec', 'claimRef'])
  return `${textAt(reference, ['namespace'])}/${textAt(reference, ['name'])}`
}

function claimsOf(pod: KubeObject): readonly string[] {
  return listAt(pod, ['spec', 'volumes']).flatMap((volume) => {
    const name = textAt(volume, ['persistentVolumeClaim', 'claimName'])
    return name === '' ? [] : [`${namespaceOf(pod)}/${name}`]
  })
}

function isWanted(claim: KubeObject, view: ClusterView): boolean {
  const key = `${namespaceOf(claim)}/${nameOf(claim)}`
  return view
    .inNamespace('pods', namespaceOf(claim))
    .some((pod) => textAt(pod, ['spec', 'nodeName']) !== '' && claimsOf(pod).includes(key))
}
