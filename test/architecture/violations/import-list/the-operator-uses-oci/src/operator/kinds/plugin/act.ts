import { pull } from '../../../oci/pull.ts'

export const act = pull
