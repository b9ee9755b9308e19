has kubelet || install_version kubelet
# As the packages of Kubernetes have it; a unit that is there already stays.
if [ ! -e /etc/systemd/system/kubelet.service ] && [ ! -e /lib/systemd/system/kubelet.service ]; then
  write_file /etc/systemd/system/kubelet.service <<END
[Unit]
Description=kubelet
Wants=network-online.target
After=network-online.target

[Service]
Environment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
ExecStart=$(command -v kubelet) \$KUBELET_KUBECONFIG_ARGS \$KUBELET_CONFIG_ARGS \$KUBELET_KUBEADM_ARGS
Restart=always
StartLimitInterval=0
RestartSec=10

[Install]
WantedBy=multi-user.target
END
  systemctl daemon-reload
fi
