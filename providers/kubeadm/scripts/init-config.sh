claim
{
  cat <<END
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
clusterName: $OUTRIGGER_CLUSTER
kubernetesVersion: v$OUTRIGGER_KUBERNETES_VERSION
controlPlaneEndpoint: $OUTRIGGER_ENDPOINT
networking:
  podSubnet: $OUTRIGGER_POD_SUBNET
  serviceSubnet: $OUTRIGGER_SERVICE_SUBNET
apiServer:
  extraArgs: $OUTRIGGER_API_SERVER_ARGS
controllerManager:
  extraArgs: $OUTRIGGER_CONTROLLER_MANAGER_ARGS
scheduler:
  extraArgs: $OUTRIGGER_SCHEDULER_ARGS
etcd: $OUTRIGGER_ETCD
END
  [ -z "$OUTRIGGER_IMAGE_REPOSITORY" ] || printf 'imageRepository: %s\n' "$OUTRIGGER_IMAGE_REPOSITORY"
  cat <<END
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
localAPIEndpoint:
  advertiseAddress: $OUTRIGGER_MACHINE
  bindPort: ${OUTRIGGER_ENDPOINT##*:}
certificateKey: $OUTRIGGER_CERTIFICATE_KEY
bootstrapTokens:
  - token: $OUTRIGGER_TOKEN
    ttl: 24h0m0s
nodeRegistration:
  name: $OUTRIGGER_MACHINE_NAME
  kubeletExtraArgs: $OUTRIGGER_KUBELET_ARGS
END
} | write_file "$config" 0600
