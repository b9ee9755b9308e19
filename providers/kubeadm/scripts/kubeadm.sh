has kubectl || install_version kubectl
has kubeadm || install_version kubeadm
require_version kubeadm
