{{/* The configuration of a node, as TKEStack wrote it. */}}
{{- define "keepalived.conf" -}}
global_defs {
    enable_script_security
    script_user root
}

vrrp_script chk {
    script "/bin/bash -c 'curl -m1 -k -s https://127.0.0.1:{{ .Values.apiServerPort }}/healthz -o/dev/null'"
    interval 2
    weight -10
    fall 3
    rise 1
}

vrrp_instance VI_1 {
    state BACKUP
    interface {{ .Values.interface }}
    virtual_router_id {{ .Values.routerId }}
    priority 100
    advert_int 1
    authentication {
        auth_type PASS
        auth_pass {{ .Values.password }}
    }
    virtual_ipaddress {
        {{ required "vip, the address that the control plane shares, must be set" .Values.vip }}
    }
    track_script {
        chk
    }
}
{{- end }}
