{{/*
The certificate of the webhooks, in JSON: ca, crt and key in base64. One that is there already stays: ours has its CA in the
Secret, that of TKEStack in its webhook.
*/}}
{{- define "lbcf.tls" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace "lbcf-controller" -}}
{{- $data := dig "data" dict (default dict $secret) -}}
{{- $hooks := lookup "admissionregistration.k8s.io/v1" "ValidatingWebhookConfiguration" "" "lbcf-validate" -}}
{{- $first := first (dig "webhooks" (list dict) (default dict $hooks)) -}}
{{- $ca := get $data "ca.crt" | default (dig "clientConfig" "caBundle" "" $first) -}}
{{- if and $ca (get $data "server.crt") (get $data "server.key") -}}
{{- dict "ca" $ca "crt" (get $data "server.crt") "key" (get $data "server.key") | toJson -}}
{{- else -}}
{{- $host := printf "lbcf-controller.%s.svc" .Release.Namespace -}}
{{- $authority := genCA "lbcf" 3650 -}}
{{- $pair := genSignedCert $host nil (list $host) 3650 $authority -}}
{{- dict "ca" (b64enc $authority.Cert) "crt" (b64enc $pair.Cert) "key" (b64enc $pair.Key) | toJson -}}
{{- end -}}
{{- end }}
