import type { apply } from '../../../kube/apply.ts'
import { plan } from '../../../release/plan.ts'

export const decide = (act: typeof apply) => ({ act, plan })
