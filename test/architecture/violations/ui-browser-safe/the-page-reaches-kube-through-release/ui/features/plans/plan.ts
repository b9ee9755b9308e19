import { plan } from '../../../src/release/plan.ts'

export const draw = plan
