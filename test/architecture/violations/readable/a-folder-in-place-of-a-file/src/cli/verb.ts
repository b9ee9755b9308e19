import { write } from '../formats'

export const verb = write
