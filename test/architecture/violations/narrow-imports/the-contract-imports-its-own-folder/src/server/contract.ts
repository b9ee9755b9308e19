import type { Route } from './routes.ts'

export interface Answer {
  readonly route: Route
}
