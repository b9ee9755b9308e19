import { expect, test } from 'vitest'
import { parseImageArgument, setImages } from './set-images.ts'

const file = `# what runs
resources:
- web.yaml # the site
images: # pinned
- name: nginx
  newTag: "1.28"
- {name: other, newName: else}

# last
namePrefix: a-
`

test.each([
  {
    name: 'a tag',
    given: ['nginx:1.29'],
    images: '- name: nginx\n  newTag: "1.29"\n- name: other\n  newName: else',
  },
  {
    name: 'a digest instead of a tag',
    given: ['nginx@sha256:12'],
    images: '- digest: sha256:12\n  name: nginx\n- name: other\n  newName: else',
  },
  {
    name: 'a new one',
    given: ['db=reg.example:5000/db:2'],
    images:
      '- name: db\n  newName: reg.example:5000/db\n  newTag: "2"\n- name: nginx\n  newTag: "1.28"\n- name: other\n  newName: else',
  },
  {
    name: 'a tag and the name that is there',
    given: ['other=*:3'],
    images: '- name: nginx\n  newTag: "1.28"\n- name: other\n  newName: else\n  newTag: "3"',
  },
])('sets $name and keeps the rest', ({ given, images }) => {
  const before = file.slice(0, file.indexOf('images:'))
  const after = file.slice(file.indexOf('\n# last'))
  expect(setImages(file, given.map(parseImageArgument))).toBe(
    `${before}images:\n${images}\n${after}`,
  )
})

test('adds the field where there is none', () => {
  expect(setImages('resources: [a]', [parseImageArgument('a:1')])).toBe(
    'resources: [a]\nimages:\n- name: a\n  newTag: "1"\n',
  )
})

test.each(['nginx', '=x:1', 'a=', ''])('%s is no image', (text) => {
  expect(() => parseImageArgument(text)).toThrow(`the image ${text} is none of`)
})
