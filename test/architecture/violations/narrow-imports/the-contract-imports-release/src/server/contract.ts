import type { Plan } from '../release/plan.ts'

export interface Answer {
  readonly plan: Plan
}
