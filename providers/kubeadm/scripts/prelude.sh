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
