# It has no configuration yet and starts again until it has.
systemctl enable kubelet
systemctl is-active --quiet kubelet || systemctl start kubelet
