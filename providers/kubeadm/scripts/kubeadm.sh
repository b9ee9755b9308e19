has kubectl || install_package kubectl
has kubeadm || install_package kubeadm
found=$(kubeadm version -o short)
[ "$found" = "v$OUTRIGGER_KUBERNETES_VERSION" ] ||
  refuse "kubeadm is $found; wanted v$OUTRIGGER_KUBERNETES_VERSION"
