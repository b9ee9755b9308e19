import { value } from '../../rehearsal/step.ts'

export const doubled = () => value
