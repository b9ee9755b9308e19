import { expect, test } from 'vitest'
import { crashOperator } from './crash-run.ts'

// Here because it takes long, not because of a real tool; fifty kills are `npm run crash:operator`.
test('an operator that is killed again and again converges, and does nothing twice', async () => {
  const lines: string[] = []
  const told = (line: string) => void lines.push(line)
  const problems = await crashOperator({ kills: 5, plugins: 30, seed: 7, told })
  expect({ problems, lines }).toMatchObject({ problems: [] })
}, 600_000)
