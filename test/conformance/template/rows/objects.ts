import { chartYaml } from '../../case.ts'
import type { Rows } from '../../row.ts'

const tree = {
  'files/a.txt': 'alpha\n',
  'files/b.yaml': 'b: 1\n',
  'files/deep/c.yaml': 'c: 1\nd: 2\n',
  'files/deep/er/d.yml': 'd',
  'files/[x].txt': 'brackets',
  'files/empty': '',
  'files/lines': 'one\r\ntwo\n\nthree\n\n',
  'files/bin': 'a\udcff\udcfeb\u0000',
  'README.md': '# c\n',
  LICENSE: 'free',
  'crds/x.yaml': 'kind: X\n',
  'config.json': '{"a": 1}',
}

const fullChart = `${chartYaml}description: A chart
home: https://example.com
icon: https://example.com/i.png
type: application
kubeVersion: ">=1.20.0-0"
keywords: [a, b]
sources: [https://example.com/src]
deprecated: true
condition: x.enabled
tags: t
annotations: {note: "1", other: x}
maintainers:
- {name: ann, email: ann@example.com, url: https://ann.example.com}
- {name: bob}
dependencies:
- {name: sub, version: 0.1.0, alias: other, repository: "file://x", condition: other.enabled, tags: [front]}
`

const parent = {
  'Chart.yaml': `${chartYaml}dependencies:\n- {name: sub, version: 0.1.0, repository: ""}\n- {name: sub, version: 0.1.0, alias: twin, repository: ""}\n`,
  'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\nappVersion: "9"\n',
  'charts/sub/values.yaml': 'own: 1\nboth: sub\n',
  'charts/sub/files/s.txt': 'of sub',
  'charts/sub/templates/_x.tpl': '{{ define "sub.all" }}{{ .Chart.Name }} {{ toJson .Values }} {{ .Release.Name }} {{ .Files.Get "files/s.txt" }}{{ end }}{{ define "sub.name" }}{{ .Template.Name }}{{ end }}',
}

const globs = ['*', '**', 'files/*', 'files/**', 'files/*.yaml', '**.yaml', '**/*.yaml', '**/c.yaml', 'files/?.txt', 'files/[ab].*', 'files/[!a].*', 'files/[a-b].*', 'files/{a.txt,b.yaml}', 'files/{a,deep/c}.*', 'files/\\[x\\].txt', 'files/[x].txt', '', 'nope', 'files/[', 'files/{a', 'FILES/*', 'files', 'files/', '*.md', '[[:alpha:]]*', 'files/deep/**/d.yml', 'files/**/d.yml', 'config.{json,yaml}', '{**.yaml,**.yml}', 'files/[!!a].txt', 'f*s/d??p/*']

export const rows: Rows = [
  { rule: '1.12.1', name: 'the top has these keys', template: '{{ keys . | sortAlpha | join " " }}', files: {} },
  { rule: '1.12.1', name: 'the template knows its name and base', template: '{{ .Template.Name }} {{ .Template.BasePath }} {{ typeOf .Template }} {{ toJson .Template }}', files: {} },
  { rule: '1.12.1', name: 'a partial knows the name of the file that runs', template: '{{ include "p" . }}', files: { 'templates/deep/_p.tpl': '{{ define "p" }}{{ .Template.Name }} {{ .Template.BasePath }}{{ end }}' } },
  { rule: '1.12.1', name: 'a file may be included by its path', template: '{{ include (print .Template.BasePath "/other.yaml") . | upper }}', files: { 'templates/other.yaml': 'a: {{ .Template.Name }}{{ "\u27E6end\u27E7" }}' } },
  { rule: '1.12.1', name: 'the types of the objects', template: '{{ typeOf . }} {{ typeOf .Values }} {{ typeOf .Template }} {{ typeOf .Release }} {{ typeOf .Chart }} {{ typeOf .Subcharts }} {{ typeOf .Files }}', files: {} },
  { rule: '1.12.1', name: 'a change of the top is seen by the next file', template: '{{ .Values.a }} {{ .extra }}', files: { 'templates/z.yaml': '{{ $_ := set .Values "a" 1 }}{{ $_ := set . "extra" "x" }}\u27E6end\u27E7' } },
  { rule: '1.12.1', name: 'a change of the top is not seen by an earlier file', template: '[{{ .Values.a }}]', files: { 'templates/a.yaml': '{{ $_ := set .Values "a" 1 }}\u27E6end\u27E7' } },
  { rule: '1.12.2', name: 'the release', template: '{{ .Release.Name }} {{ .Release.Namespace }} {{ .Release.Revision }} {{ typeOf .Release.Revision }} {{ .Release.IsInstall }} {{ .Release.IsUpgrade }} {{ .Release.Service }}' },
  { rule: '1.12.2', name: 'the release as JSON', template: '{{ toJson .Release }}' },
  { rule: '1.12.3', name: 'the Kubernetes version', template: '{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion.GitVersion }} {{ .Capabilities.KubeVersion.Major }}.{{ .Capabilities.KubeVersion.Minor }}' },
  { rule: '1.12.3', name: 'the Kubernetes version as JSON and YAML', template: '{{ toJson .Capabilities.KubeVersion }} {{ toYaml .Capabilities.KubeVersion }} {{ toYamlPretty .Capabilities.KubeVersion }}' },
  { rule: '1.12.3', name: 'Has of API versions', template: '{{ .Capabilities.APIVersions.Has "apps/v1" }} {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" }} {{ .Capabilities.APIVersions.Has "v1" }} {{ .Capabilities.APIVersions.Has "" }} {{ .Capabilities.APIVersions.Has "Apps/v1" }}' },
  { rule: '1.12.3', name: 'the version of helm', template: '{{ .Capabilities.HelmVersion.Version }} {{ .Capabilities.HelmVersion.GitTreeState }} {{ .Capabilities.HelmVersion.KubeClientVersion }}' },
  { rule: '1.12.3', name: 'a condition on the Kubernetes version', template: '{{ semverCompare ">=1.21-0" .Capabilities.KubeVersion.Version }} {{ semverCompare "<1.21-0" .Capabilities.KubeVersion.GitVersion }}' },
  { rule: '1.12.4', name: 'a given Kubernetes version', template: '{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion.Major }} {{ .Capabilities.KubeVersion.Minor }}', flags: ['--kube-version', '1.27.3'] },
  { rule: '1.12.4', name: 'a given Kubernetes version with a suffix', template: '{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion.Major }} {{ .Capabilities.KubeVersion.Minor }} {{ print .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.GitVersion }}', flags: ['--kube-version', '1.33.4-gke.1'] },
  { rule: '1.12.4', name: 'a given Kubernetes version with a v and without a patch', template: '{{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion.Minor }}', flags: ['--kube-version', 'v1.29'] },
  { rule: '1.12.5', name: 'the API versions without a cluster', template: '{{ range .Capabilities.APIVersions | sortAlpha }}{{ . }}\n{{ end }}' },
  { rule: '1.12.5', name: 'given API versions are appended', template: '{{ .Capabilities.APIVersions.Has "example.com/v1" }} {{ .Capabilities.APIVersions.Has "v1" }}', flags: ['--api-versions', 'example.com/v1'] },
  { rule: '1.12.6', name: 'a given API version with a kind', template: '{{ .Capabilities.APIVersions.Has "example.com/v1/Thing" }} {{ .Capabilities.APIVersions.Has "example.com/v1" }} {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" }}', flags: ['--api-versions', 'example.com/v1/Thing'] },
  { rule: '1.12.7', name: 'Get of a file and of a missing file', template: '{{ .Files.Get "files/a.txt" }}[{{ .Files.Get "nope" }}][{{ .Files.Get "./files/a.txt" }}]', files: tree },
  { rule: '1.12.7', name: 'Get of bytes that are not text', template: '{{ .Files.Get "files/bin" }} {{ .Files.Get "files/bin" | b64enc }} {{ .Files.Get "files/bin" | len }} {{ .Files.GetBytes "files/bin" }}', files: tree },
  { rule: '1.12.7', name: 'GetBytes of a missing file', template: '{{ .Files.GetBytes "nope" | toJson }} {{ .Files.GetBytes "files/a.txt" | toJson }}', files: tree },
  { rule: '1.12.7', name: 'Lines of a file', template: '{{ range .Files.Lines "files/lines" }}{{ printf "%q" . }},{{ end }}', files: tree },
  { rule: '1.12.7', name: 'Lines of a missing file', template: '{{ .Files.Lines "nope" | len }} {{ .Files.Lines "nope" | toJson }}', files: tree },
  { rule: '1.12.7', name: 'Lines of an empty file', template: '{{ .Files.Lines "files/empty" }}', files: tree },
  { rule: '1.12.7', name: 'AsConfig of files', template: '{{ (.Files.Glob "files/*.*").AsConfig }}', files: tree },
  { rule: '1.12.7', name: 'AsSecrets of files', template: '{{ (.Files.Glob "files/*").AsSecrets }}', files: tree },
  { rule: '1.12.7', name: 'AsConfig of nothing', template: '{{ (.Files.Glob "nope").AsConfig }} {{ (.Files.Glob "nope").AsSecrets }}', files: tree },
  { rule: '1.12.7', name: 'AsConfig of text with marks', template: '{{ (.Files.Glob "m/*").AsConfig }}', files: { 'm/a': '"x"\n\ty \n', 'm/b': 'l1\nl2\n', 'm/c': '', 'm/d': '\n\nx' } },
  { rule: '1.12.7', name: 'range over files', template: '{{ range $path, $bytes := .Files }}{{ $path }}: {{ toString $bytes | quote }}\n{{ end }}', files: tree },
  { rule: '1.12.7', name: 'a path with a dot is an index, not a field', template: '{{ index .Files "config.json" | toString }}', files: tree },
  { rule: '1.12.7', name: 'a file without a dot is also a field', template: '{{ .Files.LICENSE | toString }} {{ .Files.LICENSE }}', files: tree },
  { rule: '1.12.7', name: 'a file read as JSON', template: '{{ (.Files.Get "config.json" | fromJson).a }}', files: tree },
  { rule: '1.12.7', name: 'Files as JSON', template: '{{ toJson (.Files.Glob "files/?.*") }}', files: tree },
  { rule: '1.12.7', name: 'Get needs a string', template: '{{ .Files.Get 1 }}', files: tree },
  { rule: '1.12.7', name: 'Get needs an argument', template: '{{ .Files.Get }}', files: tree },
  { rule: '1.12.7', name: 'Glob of a missing value', template: '{{ .Files.Glob .Values.nope }}', files: tree },
  { rule: '1.12.8', name: 'what is in Files and what is not', template: '{{ range $path, $_ := .Files }}{{ $path }}\n{{ end }}', files: { ...tree, 'Chart.lock': 'dependencies: []\n', 'values.schema.json': '{}', 'templates/_x.tpl': 'x', 'charts/x.tgz.prov': 'p', 'requirements.yaml': 'dependencies: []\n', '.helmignore': '*.bak\n', 'a.bak': 'x', 'NOTES.txt': 'n', 'templates/NOTES.txt': 'n\u27E6end\u27E7' } },
  ...globs.map((glob) => ({ rule: '1.12.9', name: `the glob ${glob || 'of nothing'}`, template: `{{ range $path, $_ := .Files.Glob ${JSON.stringify(glob)} }}{{ $path }}\n{{ end }}`, files: tree })),
  { rule: '1.12.9', name: 'a glob of a glob', template: '{{ range $path, $_ := ((.Files.Glob "files/**").Glob "**.yaml") }}{{ $path }}\n{{ end }}', files: tree },
  { rule: '1.12.10', name: 'subcharts are reached from the parent', template: '{{ keys .Subcharts | sortAlpha }} {{ .Subcharts.sub.Chart.Name }} {{ .Subcharts.sub.Values.own }} {{ .Subcharts.twin.Chart.Name }}', files: parent, values: 'sub: {both: parent}\n' },
  { rule: '1.12.10', name: 'a subchart has its own top', template: '{{ include "sub.all" .Subcharts.sub }}', files: parent, values: 'sub: {both: parent}\nglobal: {g: 1}\n' },
  { rule: '1.12.10', name: 'a subchart none of whose files has run has no Template', template: '{{ include "sub.name" .Subcharts.sub }}', files: parent },
  { rule: '1.12.10', name: 'a subchart whose file has run keeps its Template', template: '{{ include "sub.name" .Subcharts.sub }}', files: { ...parent, 'charts/sub/templates/y.yaml': '\u27E6end\u27E7' } },
  { rule: '1.12.10', name: 'there are no subcharts without any', template: '{{ toJson .Subcharts }} {{ .Subcharts.nope }}', files: {} },
  { rule: '1.12.10', name: 'the values of a subchart are in the values of its parent', template: '{{ toJson .Values }}', files: parent, values: 'sub: {both: parent, more: [1]}\nglobal: {g: 1}\nmine: x\n' },
  { rule: '1.12.11', name: 'the chart with everything in it', template: '{{ toJson .Chart }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.11', name: 'the chart with everything in it as YAML', template: '{{ toYaml .Chart }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.11', name: 'the chart with nothing in it', template: '{{ toYaml .Chart }}\n{{ toJson .Chart }}', files: {} },
  { rule: '1.12.11', name: 'the maintainers and dependencies of a chart', template: '{{ range .Chart.Maintainers }}{{ .Name }} {{ .Email }} {{ .URL }};{{ end }}{{ range .Chart.Dependencies }}{{ .Name }} {{ .Alias }} {{ .Enabled }} {{ .Tags }}{{ end }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.11', name: 'the annotations of a chart', template: '{{ .Chart.Annotations.note }}[{{ .Chart.Annotations.nope }}] {{ typeOf .Chart.Annotations }} {{ index .Chart.Annotations "other" }} {{ .Chart.Annotations }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.11', name: 'the annotations of a chart without any', template: '[{{ .Chart.Annotations }}][{{ .Chart.Annotations.nope }}] {{ toJson .Chart.Annotations }} {{ toJson .Chart.Keywords }} {{ toJson .Chart.Maintainers }} {{ .Chart.Deprecated }} {{ .Chart.IsRoot }}' },
  { rule: '1.12.11', name: 'the types in a chart', template: '{{ range tuple "Name" "Keywords" "Maintainers" "Dependencies" "Deprecated" "IsRoot" "Annotations" "Sources" }}{{ . }}={{ typeOf (index $.Chart .) }} {{ end }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.11', name: 'the types in a chart with nothing in it', template: '{{ range tuple "Name" "Keywords" "Maintainers" "Dependencies" "Deprecated" "IsRoot" "Annotations" "Sources" }}{{ . }}={{ typeOf (index $.Chart .) }} {{ end }}' },
  { rule: '1.12.11', name: 'the chart printed', template: '{{ .Chart }}', files: { ...parent, 'Chart.yaml': fullChart } },
  { rule: '1.12.12', name: 'Table and PathValue of Values', template: '{{ .Values.Table "a.b" }} {{ .Values.PathValue "a.b.c" }} {{ (.Values.Table "a").b.c }} {{ typeOf (.Values.Table "a") }}', values: 'a: {b: {c: 1}}\n' },
  { rule: '1.12.12', name: 'Table of what is no table', template: '{{ .Values.Table "a.b" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'Table of what is not there', template: '{{ .Values.Table "a.x" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'PathValue of a table', template: '{{ .Values.PathValue "a" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'PathValue of what is not there', template: '{{ .Values.PathValue "a.c" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'PathValue of nothing', template: '{{ .Values.PathValue "" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'PathValue through a missing table', template: '{{ .Values.PathValue "x.y.z" }}', values: 'a: {b: 1}\n' },
  { rule: '1.12.12', name: 'YAML and AsMap of Values', template: '{{ .Values.YAML }}|{{ .Values.AsMap }} {{ typeOf .Values.AsMap }} {{ .Template.AsMap.Name }}', values: 'b: [1, x]\na: {c: 1}\n', files: {} },
  { rule: '1.12.12', name: 'Encode of Values needs a writer', template: '{{ .Values.Encode }}', values: 'a: 1\n' },
  { rule: '1.12.12', name: 'Encode of Values into a string', template: '{{ .Values.Encode "a" }}', values: 'a: 1\n' },
  { rule: '1.12.12', name: 'a key named as a method is hidden', template: '{{ .Values.YAML }}', values: 'YAML: mine\n' },
  { rule: '1.12.12', name: 'methods of a table of Values are not there', template: '[{{ .Values.a.AsMap }}]', values: 'a: {b: 1}\n' },
  { rule: '1.12.13', name: 'methods of a time', template: '{{ $t := toDate "2006-01-02 15:04:05" "2021-02-03 04:05:06" }}{{ $t.Year }} {{ $t.Month }} {{ $t.Day }} {{ $t.Hour }} {{ $t.Minute }} {{ $t.Second }} {{ $t.Unix }} {{ $t.Weekday }} {{ $t.YearDay }} {{ $t.Format "Jan 2, 2006 at 3:04pm (MST)" }} {{ $t.UTC }} {{ $t.Nanosecond }} {{ $t.UnixMilli }}' },
  { rule: '1.12.13', name: 'comparing times', template: '{{ $t := toDate "2006" "2020" }}{{ $u := toDate "2006" "2021" }}{{ $t.Before $u }} {{ $t.After $u }} {{ $t.Equal $t }} {{ $u.Sub $t }} {{ $t.IsZero }} {{ (toDate "2006" "x").IsZero }}' },
  { rule: '1.12.13', name: 'adding to times', template: '{{ $t := toDate "2006-01-02" "2020-01-31" }}{{ $t.AddDate 0 1 0 }} {{ $t.Add ($t.Sub $t) }} {{ ($t.AddDate 0 0 1).Format "2006-01-02" }}' },
  { rule: '1.12.13', name: 'methods of a version', template: '{{ $v := semver "v1.2.3-rc.1+b5" }}{{ $v.Major }} {{ $v.Minor }} {{ $v.Patch }} {{ $v.Prerelease }} {{ $v.Metadata }} {{ $v.Original }} {{ $v.String }} {{ $v.IncMajor }} {{ $v.IncMinor }} {{ $v.IncPatch }}' },
  { rule: '1.12.13', name: 'comparing versions', template: '{{ $v := semver "1.2.3" }}{{ $w := semver "1.10" }}{{ $v.Compare $w }} {{ $w.Compare $v }} {{ $v.LessThan $w }} {{ $v.GreaterThan $w }} {{ $v.Equal $v }}' },
  { rule: '1.12.13', name: 'a method a version does not have', template: '{{ (semver "1.2.3").Nope }}' },
  { rule: '1.12.13', name: 'a hidden field of a version', template: '{{ (semver "1.2.3").major }}' },
  { rule: '1.12.13', name: 'a method a time does not have', template: '{{ (toDate "2006" "2020").Nope }}' },
  { rule: '1.12.13', name: 'setting the prerelease of a version', template: '{{ $v := semver "1.2.3" }}{{ $v.SetPrerelease "beta" }} {{ $v.SetMetadata "m" }}' },
]
