. /var/lib/outrigger/upgrade.sh
require_version kubeadm
if is_first; then
  kubeadm upgrade apply "v$OUTRIGGER_KUBERNETES_VERSION" --yes --ignore-preflight-errors="$ignore_preflight_errors"
else
  kubeadm upgrade node --ignore-preflight-errors="$ignore_preflight_errors"
fi
upgrade_kubelet
