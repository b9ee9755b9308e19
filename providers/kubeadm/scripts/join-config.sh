claim
{
  cat <<END
apiVersion: kubeadm.k8s.io/v1beta4
kind: JoinConfiguration
discovery:
  bootstrapToken:
    token: $OUTRIGGER_TOKEN
    apiServerEndpoint: $OUTRIGGER_ENDPOINT
    caCertHashes: ["$OUTRIGGER_CA_HASH"]
nodeRegistration:
  name: $OUTRIGGER_MACHINE_NAME
  kubeletExtraArgs: $OUTRIGGER_KUBELET_ARGS
END
  if [ "$OUTRIGGER_MACHINE_ROLE" = control-plane ]; then
    cat <<END
controlPlane:
  certificateKey: $OUTRIGGER_CERTIFICATE_KEY
  localAPIEndpoint:
    advertiseAddress: $OUTRIGGER_MACHINE
    bindPort: ${OUTRIGGER_ENDPOINT##*:}
END
  fi
} | write_file "$config" 0600
# Reads the cluster's configuration over the token, and with it whether the cluster can be reached from here. The machine
# itself was looked at before.
joined || kubeadm join phase preflight --config "$config" --ignore-preflight-errors=all
