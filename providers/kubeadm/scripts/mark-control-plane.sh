if is_first; then
  kubeadm init phase mark-control-plane --config "$config"
else
  kubeadm join phase control-plane-join mark-control-plane --config "$config"
fi
