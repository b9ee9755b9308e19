import { fieldOf, type Json } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import { compareQuantities } from '../../objects/quantity/quantity.ts'
import { ensureChild } from '../registry/draft.ts'
import type { Admission } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'
import { resourcesIn } from './resource-list.ts'

/** The finalizers that keep a claim or a volume as long as somebody uses it. */
export const protections: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
}

/** Claims and volumes that are in use do not go. */
export const inUseProtection: Admission = {
  name: 'StorageObjectInUseProtection',
  mutate({ served, subresource, operation, draft }) {
    const finalizer = protections[served.bucket]
    if (finalizer === undefined || subresource !== '' || operation !== 'CREATE') return
    if (draft === undefined) return
    const metadata = ensureChild(draft, 'metadata')
    const list = metadata['finalizers']
    const known = Array.isArray(list) ? list : []
    if (!known.includes(finalizer)) metadata['finalizers'] = [...known, finalizer]
  },
}

/** Only claims whose class allows it can grow. */
export const claimResize: Admission = {
  name: 'PersistentVolumeClaimResize',
  validate({ served, subresource, operation, draft, old, name }, registry) {
    if (served.bucket !== 'persistentvolumeclaims' || subresource !== '') return
    if (operation !== 'UPDATE' || draft === undefined) return
    const [now, before] = [sizeOf(draft), sizeOf(old)]
    if (now === undefined || before === undefined || compareQuantities(now, before) <= 0) return
    if (textAt(old, ['status', 'phase']) !== 'Bound') {
      throw forbidden(served.resource, name, 'Only bound persistent volume claims can be expanded')
    }
    const className = textAt(draft, ['spec', 'storageClassName'])
    const found = registry.store.latest('storage.k8s.io/storageclasses', className)
    if (fieldOf(found?.object, 'allowVolumeExpansion') === true) return
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
    throw forbidden(served.resource, name, why)
  },
}

function sizeOf(claim: Json | undefined) {
  return resourcesIn(fieldOf(fieldOf(claim, 'spec'), 'resources'), 'requests').get('storage')
}
