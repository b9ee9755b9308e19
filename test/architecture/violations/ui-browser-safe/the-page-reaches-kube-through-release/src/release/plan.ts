import type { Applied } from '../kube/apply.ts'

export const plan = (applied: Applied) => applied.name
