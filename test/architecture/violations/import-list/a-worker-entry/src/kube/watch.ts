export const entry = () => new Worker(new URL('../release/worker.ts', import.meta.url))
