export const exec = async () => (await import('../chart/render.ts')).render
