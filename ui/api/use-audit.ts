import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useApi } from './api-context.ts'

/** A change or a sign-in that somebody made or tried. */
export interface AuditEntry {
  readonly sequence: number
  readonly time: string
  /** Empty while nobody is signed in. */
  readonly user: string
  readonly from: string
  readonly operation: string
  readonly target: Readonly<Record<string, string>>
  readonly dryRun: boolean
  readonly status: number
}

/** Milliseconds between two looks: no stream tells of the audit. */
const lookAgain = 5000

/** The audit trail, the newest first, with all the words. */
export function useAudit(search: string): UseQueryResult<readonly AuditEntry[]> {
  const api = useApi()
  return useQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal }) => api.all<AuditEntry>('/audit', { query: { search }, signal }),
    refetchInterval: lookAgain,
    placeholderData: (before) => before,
  })
}
