# The API server of this machine, not whichever stands behind the endpoint. kubeadm has a phase for it that takes no
# configuration, and without one it asks the internet for a version.
conf=$admin
[ ! -f /etc/kubernetes/super-admin.conf ] || conf=/etc/kubernetes/super-admin.conf
waited=0
until kubectl --kubeconfig "$conf" --server "https://$OUTRIGGER_MACHINE:${OUTRIGGER_ENDPOINT##*:}" \
  --request-timeout 5s get --raw /readyz >/dev/null 2>&1; do
  waited=$((waited + 1))
  [ "$waited" -lt 240 ] || {
    say "the API server on $OUTRIGGER_MACHINE is not ready after $waited attempts"
    exit 1
  }
  sleep 1
done
