import { expect, test } from 'vitest'
import { printFloat, printInteger } from './print-number.ts'

// Recorded from golang.org/x/text/message with English.
test.each([
  [0, '0'],
  [-1, '-1'],
  [999, '999'],
  [1000, '1,000'],
  [999999, '999,999'],
  [1e6, '1×10⁰⁶'],
  [1234567, '1.234567×10⁰⁶'],
  [12345678.5, '1.23456785×10⁰⁷'],
  [1e21, '1×10²¹'],
  [1e100, '1×10¹⁰⁰'],
  [0.0001, '0.0001'],
  [1e-5, '1×10⁻⁰⁵'],
  [1.2345e-5, '1.2345×10⁻⁰⁵'],
  [1234.5678, '1,234.5678'],
  [-1234567, '-1.234567×10⁰⁶'],
  [Infinity, '∞'],
  [-Infinity, '-∞'],
])('the float %d is printed as %s', (value, text) => expect(printFloat(value)).toBe(text))

test.each([
  [0, '0'],
  [-5, '-5'],
  [1234567, '1,234,567'],
  [-1234567, '-1,234,567'],
])('the integer %d is printed as %s', (value, text) => expect(printInteger(value)).toBe(text))
