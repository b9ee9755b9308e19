write_file /etc/sysctl.d/90-outrigger.conf <<'END'
net.ipv4.ip_forward = 1
net.bridge.bridge-nf-call-iptables = 1
net.bridge.bridge-nf-call-ip6tables = 1
END
sysctl -p /etc/sysctl.d/90-outrigger.conf >&2
