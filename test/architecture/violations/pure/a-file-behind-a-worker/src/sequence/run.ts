export const entry = new URL('../std/node/work.ts', import.meta.url)
