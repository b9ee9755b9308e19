{{/* The certificate of the webhook, in JSON: ca, crt and key. One that is there already stays. */}}
{{- define "volumedecorator.tls" -}}
{{- $data := dig "data" dict (default dict (lookup "v1" "ConfigMap" .Release.Namespace "volume-decorator-config")) -}}
{{- if get $data "tls.key" -}}
{{- dict "ca" (get $data "ca.cert") "crt" (get $data "tls.cert") "key" (get $data "tls.key") | toJson -}}
{{- else -}}
{{- $host := printf "volume-decorator.%s.svc" .Release.Namespace -}}
{{- $authority := genCA "volume-decorator" 3650 -}}
{{- $pair := genSignedCert $host nil (list $host) 3650 $authority -}}
{{- dict "ca" $authority.Cert "crt" $pair.Cert "key" $pair.Key | toJson -}}
{{- end -}}
{{- end }}
