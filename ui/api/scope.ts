import { createContext, useContext } from 'react'

/** The namespace that the lists are about; empty for all of them. */
export const ScopeContext = createContext('')

export function useScope(): string {
  return useContext(ScopeContext)
}
