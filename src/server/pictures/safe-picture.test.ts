import { expect, test } from 'vitest'
import { safePicture } from './safe-picture.ts'

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const shown = (inside: string) => Buffer.from(safePicture(svg(inside))?.bytes ?? []).toString()

test.each([
  {
    name: 'a script',
    inside: '<script>alert(1)</script><path d="M0 0"/>',
    left: '<path d="M0 0"/>',
  },
  { name: 'a script in a script', inside: '<script><script>a</script>b</script>', left: '' },
  { name: 'a handler', inside: '<g onload="alert(1)"></g>', left: '<g></g>' },
  { name: 'another document', inside: '<foreignObject><p>x</p></foreignObject>', left: '' },
  { name: 'a link', inside: '<a href="javascript:alert(1)"><path/></a>', left: '' },
  { name: 'a picture of elsewhere', inside: '<image href="https://evil.example/x"/>', left: '' },
  { name: 'a use of elsewhere', inside: '<use href="https://evil.example/#a"/>', left: '<use/>' },
  {
    name: 'a fill of elsewhere',
    inside: '<path fill="url(https://evil.example)"/>',
    left: '<path/>',
  },
  { name: 'a style sheet', inside: '<style>@import "https://evil.example"</style>', left: '' },
  { name: 'an animation', inside: '<animate attributeName="href" to="javascript:a"/>', left: '' },
  { name: 'an entity', inside: '<text x="&#106;avascript:a">a</text>', left: '<text>a</text>' },
  { name: 'half an element', inside: '<script', left: '' },
])('$name is taken out of an SVG', ({ inside, left }) => {
  expect(shown(inside)).toContain(left)
  expect(shown(inside)).not.toMatch(/evil|alert|script[\s>]|javascript/)
})

test.each([
  { name: 'references of its own', inside: '<use href="#a"/>' },
  { name: 'gradients', inside: '<path fill="url(#g)" d="M0 0L1 1"/>' },
])('$name stay', ({ inside }) => expect(shown(inside)).toContain(inside))

test.each([
  { name: 'PNG', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1], type: 'image/png' },
  { name: 'JPEG', bytes: [0xff, 0xd8, 0xff, 0xe0], type: 'image/jpeg' },
  { name: 'GIF', bytes: [...Buffer.from('GIF89a...')], type: 'image/gif' },
  { name: 'WebP', bytes: [...Buffer.from('RIFF....WEBPVP8 ')], type: 'image/webp' },
  { name: 'HTML', bytes: [...Buffer.from('<html><svg></svg>')], type: undefined },
  { name: 'nothing', bytes: [], type: undefined },
])('$name is known by its bytes', ({ bytes, type }) => {
  expect(safePicture(Uint8Array.from(bytes))?.type).toBe(type)
})
