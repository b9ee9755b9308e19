export const build = (done: () => void) => setTimeout(done, 10)
