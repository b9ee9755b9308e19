import { table } from 'some-table'

export const draw = table
