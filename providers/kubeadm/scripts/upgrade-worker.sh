. /var/lib/outrigger/upgrade.sh
require_version kubeadm
kubeadm upgrade node --ignore-preflight-errors="$ignore_preflight_errors"
upgrade_kubelet
