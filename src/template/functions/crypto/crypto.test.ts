import { readFileSync } from 'node:fs'
import { compareSync } from 'bcryptjs'
import { expect, test } from 'vitest'
import { helmFunctions } from '../helm-functions.ts'
import { renderText } from '../render-for-test.ts'

// Templates and what Helm 4.2.3 makes of them.
const rows: readonly (readonly [template: string, output: string])[] = JSON.parse(
  readFileSync(new URL('../testdata/crypto.json', import.meta.url), 'utf8'),
)

test.each(rows)('%s', (template, output) => {
  expect(renderText(helmFunctions, template)).toBe(output)
})

const counting = (): { readonly randomBytes: (count: number) => Uint8Array } => {
  let next = 0
  return { randomBytes: (count) => Uint8Array.from({ length: count }, () => next++) }
}

test('bcrypt hashes with cost 10 and a salt from the entropy', () => {
  const hash = renderText(helmFunctions, '{{ bcrypt "geheim" }}', counting())
  expect(hash).toMatch(/^\$2a\$10\$[./A-Za-z0-9]{53}$/)
  expect(compareSync('geheim', hash)).toBe(true)
  expect(renderText(helmFunctions, '{{ bcrypt "geheim" }}', counting())).toBe(hash)
})

test('htpasswd puts the user before the hash', () => {
  const line = renderText(helmFunctions, '{{ htpasswd "anna" "geheim" }}', counting())
  expect(line).toMatch(/^anna:\$2a\$10\$/)
})

test('what encryptAES encrypts decryptAES decrypts', () => {
  const template = '{{ encryptAES "key" "text of some length, with é" | decryptAES "key" }}'
  expect(renderText(helmFunctions, template, counting())).toBe('text of some length, with é')
})

test('a text of a megabyte is encrypted and decrypted', () => {
  const template =
    '{{ $text := repeat 1000000 "x" }}{{ eq $text (encryptAES "key" $text | decryptAES "key") }}'
  expect(renderText(helmFunctions, template, counting())).toBe('true')
})

test('uuidv4 marks version and variant', () => {
  expect(renderText(helmFunctions, '{{ uuidv4 }}', counting())).toBe(
    '00010203-0405-4607-8809-0a0b0c0d0e0f',
  )
})
