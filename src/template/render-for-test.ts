import type { Value } from '../formats/value.ts'
import { renderTemplates, sortTemplates, type RenderInput } from './engine.ts'
import { RenderError } from './errors.ts'
import { helmFunctions } from './functions/helm-functions.ts'
import { BuildInfo, Capabilities, KubeVersion } from './objects/capabilities.ts'
import { newFiles } from './objects/files.ts'
import { newValues } from './objects/values.ts'
import { newVersionSet } from './objects/methods.ts'

/** A template, and what the real Helm 4.2.3 makes of it: its output, or its error. */
export type Row = readonly [template: string, expected: string | { readonly error: string }]

const values = {
  n: 1000000,
  p: 80,
  f: 1.5,
  s: 'x',
  e: '',
  zero: 0,
  t: true,
  fa: false,
  u: 'héllo',
  html: `<a href="x">'&'</a>`,
  l: [1, 2, 'a'],
  el: [],
  ln: [null, { a: 1 }, [1, 2]],
  lm: [{ a: { b: 'c' } }, { a: null }],
  m: { b: 1, a: true },
  em: {},
  o: { k: 'v', deep: { er: { x: 1 } } },
}

const files = { 'conf/a.txt': 'hello\nworld\n', 'conf/b.yaml': 'k: v\n', 'x.bin': 'zz' }

/** Templates that rows may use. */
const shared = [
  '{{ define "show" }}[{{ . }}]{{ end }}',
  '{{ define "bad" }}{{ .a.b.c }}{{ end }}',
  '{{ define "bad2" }}{{ include "bad" . }}{{ end }}',
  '{{ define "fails" }}{{ fail "no\\nway" }}{{ end }}',
  '{{ define "eqs" }}{{ eq 1 "a" }}{{ end }}',
].join('')

/** The output of a row's template as the file `a.yaml` of a chart, or the error. */
export function renderRow(template: string): string | { readonly error: string } {
  try {
    const rendered = renderForTest({ 'a.yaml': template, '_shared.tpl': shared })
    return rendered.files.get('c/templates/a.yaml') ?? ''
  } catch (error) {
    if (error instanceof RenderError) return { error: error.message }
    throw error
  }
}

export function renderForTest(
  templates: Readonly<Record<string, string>>,
  options: Partial<RenderInput> = {},
): ReturnType<typeof renderTemplates> {
  const data = newValues(topLevel())
  return renderTemplates({
    templates: sortTemplates(
      Object.entries(templates).map(([file, text]) => ({
        name: `c/templates/${file}`,
        text,
        data,
        basePath: 'c/templates',
      })),
    ),
    funcs: helmFunctions,
    entropy: { randomBytes: (count) => new Uint8Array(count), now: () => 0n },
    ...options,
  })
}

function topLevel(): [string, Value][] {
  const release = { Name: 'demo', Namespace: 'default', IsInstall: true, Service: 'Helm' }
  return [
    ['Values', newValues(toMap(values))],
    ['Release', new Map<string, Value>([...toMap(release), ['Revision', 1n]])],
    ['Chart', toMap({ Name: 'c', Version: '0.1.0', IsRoot: true })],
    ['Capabilities', testCapabilities()],
    ['Files', newFiles(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]))],
    ['Subcharts', new Map()],
  ]
}

function testCapabilities(): Capabilities {
  const version = { version: 'v1.36.0', normalized: 'v1.36.0', major: '1', minor: '36' }
  const build = { version: 'v4.2.3', gitCommit: '', gitTreeState: '', goVersion: 'go1.26' }
  return new Capabilities(
    new KubeVersion(version),
    newVersionSet(['v1', 'apps/v1']),
    new BuildInfo({ ...build, kubeClientVersion: 'v1.36' }),
  )
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

function toMap(object: { readonly [key: string]: Json }): Map<string, Value> {
  return new Map(Object.entries(object).map(([key, value]) => [key, toValue(value)]))
}

function toValue(json: Json): Value {
  if (Array.isArray(json)) return json.map(toValue)
  if (json === null || typeof json !== 'object') return json
  return toMap(json as { readonly [key: string]: Json })
}
