export const kube = 1
