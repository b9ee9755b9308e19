import { describe, expect, test } from 'vitest'
import { commands } from './commands.ts'

const wordings = commands.commands.flatMap(({ path, short, aliases = [] }) =>
  short === undefined ? [path, ...aliases] : [path, short, ...aliases],
)

test('no two commands answer to the same words', () => {
  expect(wordings).toEqual([...new Set(wordings)])
})

test('every beginning of a name of several words is a group, and no other', () => {
  const beginnings = wordings.flatMap((name) => {
    const words = name.split(' ')
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
  })
  expect(new Set(beginnings)).toEqual(new Set(Object.keys(commands.groups)))
})

test('other words for a group lead to one, and are none themselves', () => {
  const groups = Object.keys(commands.groups)
  for (const [alias, group] of Object.entries(commands.groupAliases ?? {})) {
    expect(groups).toContain(group)
    expect([...groups, ...wordings]).not.toContain(alias)
  }
})

describe.each(commands.commands)('$path', ({ path, short, aliases = [], load }) => {
  test('has examples of itself that it can parse', async () => {
    const { command, parse } = await load()
    const names = [path, short, ...aliases].filter((name) => name !== undefined)
    const outcomes = command.examples.map((example) => {
      const name = names.find((start) => `${example} `.startsWith(`${start} `))
      if (name === undefined) return new Error(`"${example}" is an example of something else`)
      return parse(example.slice(name.length).split(' ').filter(Boolean))
    })
    expect(outcomes.length).toBeGreaterThan(0)
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([])
  })
})
