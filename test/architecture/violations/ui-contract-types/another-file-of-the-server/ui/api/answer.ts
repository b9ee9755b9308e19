import type { Route } from '../../src/server/routes.ts'

export const read = (route: Route) => route.path
