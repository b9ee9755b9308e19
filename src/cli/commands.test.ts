import { describe, expect, test } from 'vitest'
import { commands } from './commands.ts'

test('no two commands answer to the same words', () => {
  const own = commands.commands.flatMap(({ path, short }) => (short ? [path, short] : [path]))
  const words = [...own, ...Object.keys(commands.groups)]
  expect(words).toEqual([...new Set(words)])
})

test('every first word of two-word commands is a group, and no other', () => {
  const first = commands.commands.flatMap(({ path }) => path.match(/^(\S+) /)?.[1] ?? [])
  expect(new Set(first)).toEqual(new Set(Object.keys(commands.groups)))
})

describe.each(commands.commands)('$path', ({ path, short, load }) => {
  test('has examples of itself that it can parse', async () => {
    const { command, parse } = await load()
    const names = [path, short].filter((name) => name !== undefined)
    const outcomes = command.examples.map((example) => {
      const name = names.find((start) => `${example} `.startsWith(`${start} `))
      if (name === undefined) return new Error(`"${example}" is an example of something else`)
      return parse(example.slice(name.length).split(' ').filter(Boolean))
    })
    expect(outcomes.length).toBeGreaterThan(0)
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([])
  })
})
