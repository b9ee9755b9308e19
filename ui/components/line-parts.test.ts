import { expect, test } from 'vitest'
import { lineParts } from './line-parts.ts'

test.each([
  ['kind: Deployment', { key: 'kind:', value: ' Deployment', kind: 'text' }],
  ['    - name: web # here', { lead: '    - ', key: 'name:', value: ' web', comment: ' # here' }],
  ['  replicas: 3', { key: 'replicas:', value: ' 3', kind: 'word' }],
  ['data: |-', { key: 'data:', value: ' |-', kind: 'mark' }],
  ['# Source: a/b.yaml', { comment: '# Source: a/b.yaml' }],
  ['---', { value: '---', kind: 'mark' }],
  ['  url: "http://a # b"', { key: 'url:', value: ' "http://a # b"', comment: '' }],
  ['  - http://a:80/b', { lead: '  - ', key: '', value: 'http://a:80/b' }],
  ['  app.kubernetes.io/name: dns', { key: 'app.kubernetes.io/name:', value: ' dns' }],
  ['  "a: b": c', { key: '"a: b":', value: ' c' }],
  ['', { lead: '', key: '', value: '' }],
])('%s', (line, parts) => expect(lineParts(line)).toMatchObject(parts))

test.each(['  a: b # c', '- - x', 'key:', "  'q': 1", 'plain text', '  %s: {{ }}', '- -p: 1'])(
  'the parts of %s are the line',
  (line) => {
    const { lead, key, value, comment } = lineParts(line)
    expect(lead + key + value + comment).toBe(line)
  },
)
