if ! is_ours; then
  say "nothing of cluster $OUTRIGGER_CLUSTER is on this machine: it stays as it is"
  exit 0
fi
kubeadm reset --force
rm -rf "$own"
