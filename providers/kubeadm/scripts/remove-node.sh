for name in $OUTRIGGER_LEAVING_NAMES; do
  kubectl --kubeconfig "$admin" delete node "$name" --ignore-not-found
done
