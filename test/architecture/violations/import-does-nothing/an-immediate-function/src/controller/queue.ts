export const first = (() => performance.now())()
