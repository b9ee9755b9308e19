import { type Answer } from '../../src/server/contract.ts'

export const read = (answer: Answer) => answer.text
