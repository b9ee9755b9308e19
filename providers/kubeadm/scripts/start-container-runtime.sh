systemctl enable containerd
systemctl is-active --quiet containerd || systemctl restart containerd
