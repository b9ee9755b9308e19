export { apply } from '../kube/apply.ts'
export type * from '../kube/apply.ts'
