#!/bin/sh
# The few words of systemctl that kubeadm and our provider say, for a machine whose only service is the test kubelet.
pidfile=/run/test-kubelet.pid
runs() { [ -s "$pidfile" ] && kill -0 "$(cat "$pidfile")" 2>/dev/null; }
start() {
  runs && return 0
  setsid /run/test-kubelet </dev/null >>/var/lib/test-kubelet.log 2>&1 &
  echo $! >"$pidfile"
}
stop() {
  runs || return 0
  kill "$(cat "$pidfile")"
  while runs; do sleep 0.1; done
}
verb=
for word in "$@"; do
  case $word in
  -*) ;;
  *) [ -n "$verb" ] || verb=$word ;;
  esac
done
case $verb in
start) start ;;
stop) stop ;;
restart) stop && start ;;
is-active) runs ;;
*) exit 0 ;;
esac
