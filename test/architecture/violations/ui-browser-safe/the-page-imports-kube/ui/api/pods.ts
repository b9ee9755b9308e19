import { apply } from '../../src/kube/apply.ts'

export const pods = apply
