has containerd || install_package containerd
if [ ! -s /etc/containerd/config.toml ]; then
  containerd config default | sed 's/SystemdCgroup = false/SystemdCgroup = true/' |
    write_file /etc/containerd/config.toml
fi
# Words of a unit are quoted, and a percent sign is doubled.
if [ -n "$OUTRIGGER_RUNTIME_FLAGS" ]; then
  flags=$(printf '%s\n' "$OUTRIGGER_RUNTIME_FLAGS" | sed 's/[\\"]/\\&/g; s/%/%%/g; s/.*/"&"/' | tr '\n' ' ')
  unit=/etc/systemd/system/containerd.service.d/10-outrigger.conf
  before=$(cat "$unit" 2>/dev/null || true)
  write_file "$unit" <<END
[Service]
ExecStart=
ExecStart=$(command -v containerd) ${flags% }
END
  if [ "$before" != "$(cat "$unit")" ]; then
    systemctl daemon-reload
    if systemctl is-active --quiet containerd; then systemctl restart containerd; fi
  fi
fi
