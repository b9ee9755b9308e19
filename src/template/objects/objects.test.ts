import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    '{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion | quote }} {{ .Capabilities.KubeVersion.GitVersion }} {{ .Capabilities.KubeVersion.Minor }}',
    'v1.36.0 "{v1.36.0 v1.36.0 1 36}" v1.36.0 36',
  ],
  [
    '{{ include "show" .Capabilities.KubeVersion }} {{ template "show" .Capabilities.KubeVersion }}',
    '[{v1.36.0 v1.36.0 1 36}] [v1.36.0]',
  ],
  [
    '{{ range list .Capabilities.KubeVersion }}{{ .GitVersion }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:45\n  executing "c/templates/a.yaml" at <.GitVersion>:\n    can\'t evaluate field GitVersion in type interface {}',
    },
  ],
  [
    '{{ .Capabilities.APIVersions.Has "v1" }} {{ .Capabilities.APIVersions.Has "v1x" }} {{ "apps/v1" | .Capabilities.APIVersions.Has }}',
    'true false true',
  ],
  [
    '{{ .Files.Get "conf/a.txt" }} [{{ .Files.Get "nope" }}] {{ .Files.Lines "conf/a.txt" }} {{ .Files.Lines "nope" | toJson }} {{ .Files.GetBytes "x.bin" }}',
    'hello\nworld\n [] [hello world] [] [122 122]',
  ],
  [
    '{{ (.Files.Glob "conf/*").AsConfig }} {{ (.Files.Glob "conf/*").AsSecrets }} {{ (.Files.Glob "nope/*").AsConfig }}',
    'a.txt: |\n  hello\n  world\nb.yaml: |\n  k: v a.txt: aGVsbG8Kd29ybGQK\nb.yaml: azogdgo= {}',
  ],
  [
    '{{ range $p, $_ := .Files.Glob "**" }}{{ $p }};{{ end }} {{ range $p, $_ := .Files.Glob "conf/?.*" }}{{ $p }};{{ end }} {{ range $p, $_ := .Files.Glob "[" }}{{ $p }};{{ end }} {{ range $p, $_ := .Files.Glob "conf/[a-b].{txt,yaml}" }}{{ $p }};{{ end }} {{ range $p, $_ := .Files.Glob "[!c]*" }}{{ $p }};{{ end }} {{ range $p, $_ := .Files.Glob "x\\\\.bin" }}{{ $p }};{{ end }}',
    'conf/a.txt;conf/b.yaml;x.bin; conf/a.txt;conf/b.yaml; conf/a.txt;conf/b.yaml;x.bin; conf/a.txt;conf/b.yaml; x.bin; x.bin;',
  ],
  [
    '{{ .Values.Table "o" }} {{ .Values.Table "o.deep" }} {{ .Values.PathValue "o.k" }} {{ .Values.AsMap.o.k }} {{ .Template.YAML }}',
    'map[deep:map[er:map[x:1]] k:v] map[er:map[x:1]] v v BasePath: c/templates\nName: c/templates/a.yaml\n',
  ],
  [
    '{{ .Values.Table "s" }}',
    {
      error:
        'template: c/templates/a.yaml:1:10: executing "c/templates/a.yaml" at <.Values.Table>: error calling Table: "s" is not a table',
    },
  ],
  [
    '{{ .Values.PathValue "o.deep" }}',
    {
      error:
        'template: c/templates/a.yaml:1:10: executing "c/templates/a.yaml" at <.Values.PathValue>: error calling PathValue: "deep" is not a value',
    },
  ],
  [
    '{{ .Values.PathValue "" }}',
    {
      error:
        'template: c/templates/a.yaml:1:10: executing "c/templates/a.yaml" at <.Values.PathValue>: error calling PathValue: YAML path cannot be empty',
    },
  ],
  [
    '{{ .Values.Encode nil }}',
    {
      error:
        'template: c/templates/a.yaml:1:10: executing "c/templates/a.yaml" at <.Values.Encode>: error calling Encode: runtime error: invalid memory address or nil pointer dereference',
    },
  ],
  [
    '{{ .Values.Encode 1 }}',
    {
      error:
        'c/templates/a.yaml:1:18\n  executing "c/templates/a.yaml" at <1>:\n    can\'t handle 1 for arg of type io.Writer',
    },
  ],
  [
    '{{ typeOf .Values }} {{ typeOf . }} {{ typeOf .Capabilities }} {{ typeOf .Capabilities.KubeVersion }} {{ typeOf .Capabilities.APIVersions }} {{ typeOf .Files }}',
    'common.Values common.Values *common.Capabilities common.KubeVersion common.VersionSet engine.files',
  ],
]

describe('objects', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
