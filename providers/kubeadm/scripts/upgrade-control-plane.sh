if is_first; then
  kubeadm upgrade apply "v$OUTRIGGER_KUBERNETES_VERSION" --yes
else
  kubeadm upgrade node
fi
systemctl restart kubelet
