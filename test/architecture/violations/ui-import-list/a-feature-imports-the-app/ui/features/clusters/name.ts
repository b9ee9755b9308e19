import type { routes } from '../../app/routes.ts'

export type Routes = typeof routes
