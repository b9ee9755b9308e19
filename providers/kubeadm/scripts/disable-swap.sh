swapoff -a
if grep -Eq '^[^#].*[[:space:]]swap[[:space:]]' /etc/fstab; then
  sed -i -E '/^[^#].*[[:space:]]swap[[:space:]]/ s/^/# /' /etc/fstab
fi
