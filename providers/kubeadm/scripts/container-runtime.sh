has containerd || install_package containerd
if [ ! -s /etc/containerd/config.toml ]; then
  containerd config default | sed 's/SystemdCgroup = false/SystemdCgroup = true/' |
    write_file /etc/containerd/config.toml
fi
