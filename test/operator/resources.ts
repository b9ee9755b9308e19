import type { ApiResource } from '../../src/kube/api-resource.ts'

export const crds: ApiResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
}

/** A kind of the core group. */
export function core(kind: string): ApiResource {
  const namespaced = kind !== 'Namespace'
  return { group: '', version: 'v1', resource: `${kind.toLowerCase()}s`, kind, namespaced }
}

export const rbacGroup = 'rbac.authorization.k8s.io'

/** The kinds that give rights in a namespace. */
export function rbac(kind: 'Role' | 'RoleBinding'): ApiResource {
  const resource = `${kind.toLowerCase()}s`
  return { group: rbacGroup, version: 'v1', resource, kind, namespaced: true }
}
