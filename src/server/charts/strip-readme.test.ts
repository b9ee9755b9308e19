import { expect, test } from 'vitest'
import { stripReadme } from './strip-readme.ts'

test.each<{ name: string; text: string; shown: string; pictures?: readonly string[] }>([
  { name: 'plain Markdown stays', text: '# A\n\n- *b* `c`\n', shown: '# A\n\n- *b* `c`\n' },
  { name: 'tags go, their words stay', text: '<b onclick="x()">bold</b>', shown: 'bold' },
  { name: 'scripts go with their content', text: 'a<script>alert(1)</script>b', shown: 'ab' },
  { name: 'an open script takes the rest', text: 'a<SCRIPT src=x>alert(1)', shown: 'a' },
  { name: 'comments go', text: 'a<!-- <b> -->b', shown: 'ab' },
  { name: 'a tag inside a tag does not come back', text: '<scr<b>ipt>x', shown: '&lt;script>x' },
  { name: 'lone signs stay readable', text: 'a < b', shown: 'a &lt; b' },
  { name: 'code keeps its signs', text: '```html\n<b>\n```\n', shown: '```html\n<b>\n```\n' },
  {
    name: 'a fence ends where one of its length is',
    text: '````\n```\n<b>\n````\n<i>x</i>\n',
    shown: '````\n```\n<b>\n````\nx\n',
  },
  {
    name: 'links of the web stay',
    text: '[a](https://example.com "t") <https://example.org>',
    shown: '[a](https://example.com "t") <https://example.org>',
  },
  { name: 'links that act become words', text: '[a](javascript:alert)', shown: 'a' },
  { name: 'hidden schemes become words', text: '[a](java&#x73;cript:x)', shown: 'a' },
  { name: 'relative links become words', text: '[a](./docs/x.md)', shown: 'a' },
  { name: 'references that act go', text: '[a]: data:text/html,x', shown: '' },
  {
    name: 'pictures are those of the server, each once',
    text: '![a](https://example.com/a.png "t") <img alt="b" src=\'https://example.com/b.png\'> ![c](https://example.com/a.png)',
    shown: '![a](/p/0) ![b](/p/1) ![c](/p/0)',
    pictures: ['https://example.com/a.png', 'https://example.com/b.png'],
  },
  { name: 'other pictures become their words', text: '![a](x.png) ![b][ref]', shown: 'a b' },
  {
    name: 'a picture that is a link stays one',
    text: '[![build](https://example.com/a.svg)](https://example.com/)',
    shown: '[![build](/p/0)](https://example.com/)',
    pictures: ['https://example.com/a.svg'],
  },
])('$name', ({ text, shown, pictures = [] }) => {
  expect(stripReadme(text, (number) => `/p/${number}`)).toEqual({ text: shown, pictures })
})

test('a README that is made to take long is stripped at once', () => {
  const start = performance.now()
  for (const part of ['<', '[', '![', '`', '<!--', '<a "', '[![a](', '](']) {
    stripReadme(part.repeat(200_000), String)
  }
  expect(performance.now() - start).toBeLessThan(5000)
})
