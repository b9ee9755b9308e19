kubeadm config images pull --config "$config"
