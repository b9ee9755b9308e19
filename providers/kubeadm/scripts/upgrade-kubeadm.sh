# The official repositories have a folder for each minor; a mirror of them is for a hook or for features.files.
minor=${OUTRIGGER_KUBERNETES_VERSION%.*}
for list in /etc/apt/sources.list.d/* /etc/yum.repos.d/* /etc/zypp/repos.d/*; do
  if [ -f "$list" ] && grep -q 'core:/stable:/v[0-9.]*/' "$list"; then
    sed -i "s#core:/stable:/v[0-9.]*/#core:/stable:/v$minor/#g" "$list"
  fi
done
is_version kubeadm || install_version kubeadm
require_version kubeadm
