import { textAt } from '../../objects/kube-object.ts'
import { StatusError } from '../errors.ts'
import type { Admission, AdmissionRequest, Registry } from '../registry/registry.ts'
import { forbidden, notFound } from '../status-errors.ts'

/** Namespaces that stay as long as the server does. */
const everlasting = ['default', 'kube-system', 'kube-public']

/** Objects need a namespace that is there and stays; some namespaces cannot be deleted. */
export const namespaceLifecycle: Admission = {
  name: 'NamespaceLifecycle',
  validate(request, registry) {
    const { served, operation, name } = request
    const isNamespace = served.bucket === 'namespaces'
    if (isNamespace && operation === 'DELETE' && everlasting.includes(name)) {
      throw forbidden(served.resource, name, 'this namespace may not be deleted')
    }
    if (operation === 'CREATE' && served.resource.namespaced) checkNamespace(request, registry)
  },
}

function checkNamespace(request: AdmissionRequest, registry: Registry): void {
  const { namespace, served, name } = request
  const found = registry.store.latest('namespaces', namespace)
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace)
  if (textAt(found.object, ['metadata', 'deletionTimestamp']) === '') return
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  const refusal = forbidden(served.resource, name, why)
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  const details = { ...refusal.extras.details, causes: [cause] }
  throw new StatusError(403, 'Forbidden', refusal.message, { details })
}
