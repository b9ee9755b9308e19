import * as own from './copy.ts'

export const copy = () => own
