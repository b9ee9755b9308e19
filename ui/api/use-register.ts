import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '../../src/sdk/client-operations.generated.ts'
import { useApi } from './api-context.ts'
import { keep } from './follow-changes.ts'
import type { Nouns } from './shown-kinds.ts'

/** The outcome of an attempt to reach a cluster. */
export type ConnectionTest = contract.ConnectionTest

/** Tries a kubeconfig that nothing has stored. */
export function useTestKubeconfig(): UseMutationResult<ConnectionTest, Error, string> {
  const api = useApi()
  return useMutation({
    mutationFn: (kubeconfig) => api.call('testKubeconfig', { body: { kubeconfig } }),
  })
}

/** Tries to reach a cluster that is registered. */
export function useTestCluster(name: string): UseMutationResult<ConnectionTest, Error, void> {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('testCluster', { path: { name } }),
  })
}

export interface NewCluster {
  readonly name: string
  readonly kubeconfig: string
  readonly labels: Readonly<Record<string, string>>
  readonly allowedNamespaces: readonly string[]
}

/** Registers a cluster by its kubeconfig; the server tries it before it stores anything. */
export function useRegister(): UseMutationResult<Nouns['clusters'], Error, NewCluster> {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...body }) =>
      api.request<Nouns['clusters']>(`/clusters/${name}/register`, { method: 'POST', body }),
    onSuccess: (object) => keep(client, { noun: 'clusters', object }),
  })
}
