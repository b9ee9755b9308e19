kubeadm upgrade node
systemctl restart kubelet
