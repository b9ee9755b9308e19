export const start = (path: string) => new Worker(new URL(path, import.meta.url))
