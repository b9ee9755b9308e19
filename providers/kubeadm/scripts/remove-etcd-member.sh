if is_ours; then kubeadm reset phase remove-etcd-member; fi
