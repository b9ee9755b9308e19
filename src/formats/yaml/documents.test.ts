import { expect, test } from 'vitest'
import { splitYamlDocuments } from './documents.ts'

test.each([
  { name: 'a text without a separator is one document', text: 'a: 1', documents: ['a: 1\n'] },
  { name: 'nothing has no documents', text: '', documents: [] },
  {
    name: 'a separator ends a document',
    text: 'a: 1\n---\nb: 2\n',
    documents: ['a: 1\n', 'b: 2\n'],
  },
  {
    name: 'a separator may have a comment',
    text: 'a: 1\n--- # x\nb: 2\n',
    documents: ['a: 1\n', 'b: 2\n'],
  },
  { name: 'a leading separator stays', text: '---\na: 1\n', documents: ['---\na: 1\n'] },
  {
    name: 'a second separator ends an empty document',
    text: '---\n---\na: 1\n',
    documents: ['---\n', 'a: 1\n'],
  },
  { name: 'a trailing separator begins nothing', text: 'a: 1\n---\n', documents: ['a: 1\n'] },
  { name: 'carriage returns go', text: 'a: 1\r\n---\r\nb: 2\r\n', documents: ['a: 1\n', 'b: 2\n'] },
  { name: 'an indented separator is none', text: 'a: 1\n ---\n', documents: ['a: 1\n ---\n'] },
])('$name', ({ text, documents }) => {
  expect([...splitYamlDocuments(text)]).toEqual(documents)
})

test('a separator with a text is refused after the documents before it', () => {
  const documents = splitYamlDocuments('a: 1\n---\nb: 2\n--- c\n')
  expect(documents.next().value).toBe('a: 1\n')
  expect(() => documents.next()).toThrow('invalid Yaml document separator: c')
})
