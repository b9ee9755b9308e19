import { expect, test } from 'vitest'
import { crashOperator } from './crash-run.ts'

// Here because it takes long, not because of a real tool; `npm run crash:operator -- --kills 200` goes on for longer.
test('operators that are killed and cut off converge, do nothing twice and take nothing of others', async () => {
  const lines: string[] = []
  const told = (line: string) => void lines.push(line)
  const problems = await crashOperator({ kills: 6, plugins: 24, seed: 7, told })
  expect({ problems, lines }).toMatchObject({ problems: [] })
}, 600_000)
