. /var/lib/outrigger/minimum.sh

[ "$(id -u)" -eq 0 ] || refuse "the login has to be root, or a user who may use sudo without a password"

# Everything that is wrong is told at once.
problems=
problem() { problems="$problems${problems:+; }$*"; }

cpus=$(getconf _NPROCESSORS_ONLN)
[ "$cpus" -ge "$minimum_cpus" ] || problem "it has $cpus processors; wanted $minimum_cpus or more"

memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
[ "$memory" -ge "$minimum_memory_mib" ] ||
  problem "it has $memory MiB of memory; wanted $minimum_memory_mib or more"

disk=$(df -Pm /var/lib | awk 'NR == 2 { print $4 }')
[ "$disk" -ge "$minimum_disk_mib" ] ||
  problem "/var/lib has $disk MiB left; wanted $minimum_disk_mib or more"

skew=$(($(date +%s) - OUTRIGGER_NOW))
[ "${skew#-}" -le "$most_clock_skew" ] ||
  problem "its clock is $skew seconds away from that of the installer; wanted $most_clock_skew or less"

if [ -f "$mark" ] && [ "$(cat "$mark")" != "$OUTRIGGER_CLUSTER" ]; then
  problem "it belongs to cluster $(cat "$mark")"
elif [ ! -f "$mark" ] && [ -f /etc/kubernetes/kubelet.conf ]; then
  problem "it belongs to a cluster that was made otherwise (/etc/kubernetes/kubelet.conf is there)"
fi

[ -z "$problems" ] || refuse "$problems"
say "$cpus processors, $memory MiB of memory, $disk MiB of disk, clock off by $skew seconds"
