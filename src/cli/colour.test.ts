import { expect, test } from 'vitest'
import { paint, wantsColour } from './colour.ts'

test.each([
  { name: 'a terminal', terminal: true, environment: {}, colour: true },
  { name: 'a pipe', terminal: false, environment: {}, colour: false },
  { name: 'NO_COLOR', terminal: true, environment: { NO_COLOR: '1' }, colour: false },
  { name: 'an empty NO_COLOR', terminal: true, environment: { NO_COLOR: '' }, colour: true },
  { name: 'CLICOLOR=0', terminal: true, environment: { CLICOLOR: '0' }, colour: false },
  { name: 'a dumb terminal', terminal: true, environment: { TERM: 'dumb' }, colour: false },
  {
    name: 'FORCE_COLOR in a pipe',
    terminal: false,
    environment: { FORCE_COLOR: '1' },
    colour: true,
  },
  { name: 'FORCE_COLOR=0', terminal: true, environment: { FORCE_COLOR: '0' }, colour: false },
  {
    name: 'FORCE_COLOR and NO_COLOR',
    terminal: false,
    environment: { FORCE_COLOR: '1', NO_COLOR: '1' },
    colour: true,
  },
  {
    name: 'CLICOLOR_FORCE in a pipe',
    terminal: false,
    environment: { CLICOLOR_FORCE: '1' },
    colour: true,
  },
  {
    name: 'CLICOLOR_FORCE=0',
    terminal: false,
    environment: { CLICOLOR_FORCE: '0' },
    colour: false,
  },
])('decides about $name: $colour', ({ terminal, environment, colour }) => {
  expect(wantsColour(terminal, environment)).toBe(colour)
})

test('paints only where colours are wanted', () => {
  expect(paint('error:', 'red', { colour: true })).toBe('\u001B[31merror:\u001B[39m')
  expect(paint('error:', 'red', { colour: false })).toBe('error:')
})
