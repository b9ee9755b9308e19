# How machines are upgraded; an expansion replaces this file to do it otherwise.
# Whether pods leave a machine before its kubelet gets another minor version (yes or no). The only machine of a cluster keeps them.
drain=yes
# How long pods have to leave; budgets are kept, so that one that allows nothing stops the upgrade here.
drain_timeout=300s
# Preflight checks of "kubeadm upgrade" that are told and do not stop it, with commas between them.
ignore_preflight_errors=
