import { expect, test } from 'vitest'
import { chinese } from './chinese.ts'
import { englishPlatform } from './english-platform.ts'
import { englishSites } from './english-sites.ts'
import { english } from './english.ts'
import { fillText } from './fill-text.ts'
import { installEnglish } from './install-english.ts'

test('every language has the same texts in the same order', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english))
})

test('no two parts of the texts have the same key: the later one would win unseen', () => {
  const parts = [englishPlatform, installEnglish, englishSites].map((part) => Object.keys(part))
  const all = parts.flat()
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
})

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name)

test('a translation fills in nothing that the English text does not have', () => {
  const surplus = Object.entries(english).filter(([key, text]) =>
    namesIn(chinese[key as keyof typeof english]).some((name) => !namesIn(text).includes(name)),
  )
  expect(surplus).toEqual([])
})

test.each([
  { text: 'Install {name}', values: { name: 'DNS' }, filled: 'Install DNS' },
  { text: '{n|one node|{n} nodes}', values: { n: 1 }, filled: 'one node' },
  { text: '{n|one node|{n} nodes}', values: { n: 3 }, filled: '3 nodes' },
  { text: 'keeps {what} it does not know', values: {}, filled: 'keeps {what} it does not know' },
])('fills $text', ({ text, values, filled }) => expect(fillText(text, values)).toBe(filled))
