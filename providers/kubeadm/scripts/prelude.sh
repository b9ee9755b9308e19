# Stands before every script. A script may run twice: it looks at what is there before it changes anything.
# It ends with 0 when its condition holds, with 3 when only a person can help, with anything else to be tried again.
set -eu
umask 022
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${PATH:-}
export PATH

own=/etc/kubernetes/outrigger
config=$own/kubeadm.yaml
admin=/etc/kubernetes/admin.conf
# Names the cluster that this machine was made part of.
mark=$own/cluster

say() { printf '%s\n' "$*" >&2; }

refuse() {
  say "$*"
  exit 3
}

# A machine that has joined has credentials of its own.
joined() { [ -s /etc/kubernetes/kubelet.conf ]; }

# Whether this machine is of this cluster, and not of another one or one that was made otherwise.
is_ours() { [ -f "$mark" ] && [ "$(cat "$mark")" = "$OUTRIGGER_CLUSTER" ]; }

# Marks the machine before kubeadm changes anything on it: only what is marked is ever reset.
claim() {
  if is_ours; then return 0; fi
  [ ! -f "$mark" ] || refuse "it belongs to cluster $(cat "$mark")"
  ! joined || refuse "it belongs to a cluster that was made otherwise (/etc/kubernetes/kubelet.conf is there)"
  mkdir -p "$own"
  chmod 0700 "$own"
  printf '%s\n' "$OUTRIGGER_CLUSTER" | write_file "$mark"
}

has() { command -v "$1" >/dev/null 2>&1; }

is_first() { [ "$OUTRIGGER_MACHINE" = "$OUTRIGGER_FIRST_MACHINE" ]; }

# Writes standard input to a file; a reader sees the old content or the new one, never a part.
write_file() {
  mkdir -p "$(dirname "$1")"
  rm -f "$1.new"
  (umask 077 && cat >"$1.new")
  chmod "${2:-0644}" "$1.new"
  mv -f "$1.new" "$1"
}

# The version of a program of Kubernetes; empty when it is not there.
version_of() {
  case $1 in
  kubeadm) kubeadm version -o short 2>/dev/null || true ;;
  kubelet) kubelet --version 2>/dev/null | sed 's/^Kubernetes //' || true ;;
  kubectl) kubectl version --client -o yaml 2>/dev/null | sed -n 's/^ *gitVersion: //p' || true ;;
  esac
}

is_version() { [ "$(version_of "$1")" = "v$OUTRIGGER_KUBERNETES_VERSION" ]; }

require_version() {
  is_version "$1" || refuse "$1 is $(version_of "$1"); wanted v$OUTRIGGER_KUBERNETES_VERSION"
}

# Brings a program of Kubernetes in the version of the cluster from the package repositories of the machine.
install_version() {
  say "installing $1 $OUTRIGGER_KUBERNETES_VERSION"
  if has apt-get; then
    apt-get update || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      --allow-change-held-packages "$1=$OUTRIGGER_KUBERNETES_VERSION-*"
  elif has dnf; then
    dnf install -y --setopt=disable_excludes=kubernetes "$1-$OUTRIGGER_KUBERNETES_VERSION"
  elif has yum; then
    yum install -y --disableexcludes=kubernetes "$1-$OUTRIGGER_KUBERNETES_VERSION"
  elif has zypper; then
    zypper --non-interactive install "$1=$OUTRIGGER_KUBERNETES_VERSION"
  else
    refuse "$1 is not there in version $OUTRIGGER_KUBERNETES_VERSION, and this machine has no package manager that is known here"
  fi
}

# Speaks as the administrator, also on a machine that has no kubeconfig of that kind; it has one only for that long.
as_admin() (
  if [ -s "$admin" ]; then
    kubectl --kubeconfig "$admin" "$@"
  else
    [ -n "${OUTRIGGER_OUTPUT_KUBECONFIG:-}" ] || refuse "the kubeconfig of the cluster is not known"
    mkdir -p "$own"
    trap 'rm -f "$own/admin.conf"' EXIT
    printf '%s\n' "$OUTRIGGER_OUTPUT_KUBECONFIG" | write_file "$own/admin.conf" 0600
    kubectl --kubeconfig "$own/admin.conf" "$@"
  fi
)

# Takes the pods of a machine away before its kubelet becomes another one.
drain_machine() {
  if [ "$drain" != yes ] || is_version kubelet; then return 0; fi
  if [ "$(as_admin get nodes -o name | wc -l)" -le 1 ]; then
    say "it is the only machine: its pods stay"
    return 0
  fi
  as_admin drain "$OUTRIGGER_MACHINE_NAME" --ignore-daemonsets --delete-emptydir-data --timeout="$drain_timeout"
}

# Brings the kubelet in the new version once pods have left, waits until it says so, and lets them come again.
upgrade_kubelet() {
  drain_machine
  is_version kubelet || install_version kubelet
  require_version kubelet
  is_version kubectl || install_version kubectl
  systemctl daemon-reload
  systemctl restart kubelet
  waited=0
  until [ "$(as_admin get node "$OUTRIGGER_MACHINE_NAME" --request-timeout 5s \
    -o jsonpath='{.status.nodeInfo.kubeletVersion}' 2>/dev/null)" = "v$OUTRIGGER_KUBERNETES_VERSION" ]; do
    waited=$((waited + 1))
    [ "$waited" -lt 120 ] || {
      say "the kubelet of $OUTRIGGER_MACHINE_NAME does not say that it is v$OUTRIGGER_KUBERNETES_VERSION"
      return 1
    }
    sleep 1
  done
  as_admin wait --for=condition=Ready "node/$OUTRIGGER_MACHINE_NAME" --timeout=120s
  as_admin uncordon "$OUTRIGGER_MACHINE_NAME"
}

install_package() {
  say "installing $1"
  if has apt-get; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
  elif has dnf; then
    dnf install -y "$1"
  elif has yum; then
    yum install -y "$1"
  elif has zypper; then
    zypper --non-interactive install "$1"
  else
    refuse "$1 is not installed, and this machine has no package manager that is known here"
  fi
}
