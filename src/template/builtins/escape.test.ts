import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    '{{ html .Values.html }} {{ js .Values.html }} {{ urlquery .Values.html }}',
    '&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/a&gt; \\u003Ca href\\u003D\\"x\\"\\u003E\\\'\\u0026\\\'\\u003C/a\\u003E %3Ca+href%3D%22x%22%3E%27%26%27%3C%2Fa%3E',
  ],
  [
    '{{ html .Values.nope }} {{ html nil "a" }} {{ urlquery .Values.nope }} {{ js 1 2 }}',
    '&lt;no value&gt; &lt;no value&gt;a %3Cno+value%3E 1 2',
  ],
  [
    '{{ js "é\\u0001\\u00a0\'\\"\\\\=\\n" }} {{ html "\\x00" }} {{ urlquery "é ~-_." }}',
    'é\\u0001\\u00A0\\\'\\"\\\\\\u003D\\u000A � %C3%A9+~-_.',
  ],
]

describe('escapes', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
