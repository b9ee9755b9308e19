export const list = await Promise.resolve([])
