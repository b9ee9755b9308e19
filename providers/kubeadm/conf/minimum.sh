# The least that a machine has to have; an expansion replaces this file to ask for more or less.
minimum_cpus=2
minimum_memory_mib=3700
minimum_disk_mib=30720
# Seconds that its clock may be away from that of the installer.
most_clock_skew=60
