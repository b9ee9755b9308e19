export const watch = async () => (await import('./watch.ts')).watch
