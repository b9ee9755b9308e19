has conntrack || install_package conntrack
