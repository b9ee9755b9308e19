import type { Name } from '../../cluster/names.ts'

export const first: Name = 'a'
