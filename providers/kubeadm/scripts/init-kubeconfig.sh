kubeadm init phase kubeconfig all --config "$config" >&2
cat "$admin"
