{{ define "notes.help" }}See {{ .Release.Name }} in {{ .Release.Namespace }}.{{ end }}
