import type { ApiResource } from '../../src/kube/api-resource.ts'

export const configMaps: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
}

export const namespaces: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
}
