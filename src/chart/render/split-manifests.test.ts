import { expect, test } from 'vitest'
import { splitManifests } from './split-manifests.ts'

test.each([
  { name: 'one document keeps its last newlines', text: 'a: 1\n\n', documents: ['a: 1\n\n'] },
  {
    name: 'a separator takes the blanks around it',
    text: 'a: 1\n\n---\n\n  b: 2\n',
    documents: ['a: 1', 'b: 2\n'],
  },
  { name: 'a leading separator is none', text: '---\na: 1\n', documents: ['a: 1\n'] },
  {
    name: 'of two separators the second stays inside',
    text: '---\n---\na: 1\n',
    documents: ['---\na: 1\n'],
  },
  {
    name: 'blanks between separators change nothing',
    text: 'a: 1\n---\n \n---\nb: 2',
    documents: ['a: 1', '---\nb: 2'],
  },
  {
    name: 'what follows on the line belongs to the document',
    text: 'a: 1\n--- # b\nb: 2',
    documents: ['a: 1', '# b\nb: 2'],
  },
  {
    name: 'dashes that go on separate too',
    text: 'a: 1\n-----BEGIN\nb',
    documents: ['a: 1', '--BEGIN\nb'],
  },
  {
    name: 'indented dashes do not separate',
    text: 'a: |\n  ---\n  b\n',
    documents: ['a: |\n  ---\n  b\n'],
  },
  { name: 'dashes inside a line do not separate', text: 'a: b---c\n', documents: ['a: b---c\n'] },
  {
    name: 'a carriage return is a blank',
    text: 'a: 1\r\n---\r\nb: 2\r\n',
    documents: ['a: 1', 'b: 2\r\n'],
  },
  { name: 'blank documents are dropped', text: '\n---\n\n---\n  \n', documents: ['---\n  \n'] },
  { name: 'a blank text has no documents', text: ' \n\t\n', documents: [] },
  { name: 'an empty text has no documents', text: '', documents: [] },
  { name: 'a document of comments stays', text: '# a\n---\n# b\n', documents: ['# a', '# b\n'] },
  {
    name: 'the first line loses its indentation',
    text: '\n\n  a: 1\n  b: 2\n',
    documents: ['a: 1\n  b: 2\n'],
  },
])('$name', ({ text, documents }) => {
  expect(splitManifests(text)).toEqual(documents)
})
