import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type * as contract from '../../src/sdk/client-operations.generated.ts'
import { useApi } from './api-context.ts'

export type AuditEntry = contract.AuditEntry

/** Milliseconds between two looks: no stream tells of the audit. */
const lookAgain = 5000

/** The audit trail, the newest first, with all the words. */
export function useAudit(search: string): UseQueryResult<readonly AuditEntry[]> {
  const api = useApi()
  return useQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal }) =>
      api.items('listAudit', { query: search === '' ? {} : { search }, signal }),
    refetchInterval: lookAgain,
    placeholderData: (before) => before,
  })
}
