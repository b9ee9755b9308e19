printf 'overlay\nbr_netfilter\n' | write_file /etc/modules-load.d/outrigger.conf
for module in overlay br_netfilter; do
  modprobe "$module"
done
