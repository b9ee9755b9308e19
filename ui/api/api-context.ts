import { createContext, useContext } from 'react'
import { ApiClient } from './api-client.ts'

/** The client that the views below use. */
export const ApiContext = createContext<ApiClient>(new ApiClient())

export function useApi(): ApiClient {
  return useContext(ApiContext)
}
