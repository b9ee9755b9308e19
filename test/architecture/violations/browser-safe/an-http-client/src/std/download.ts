export const download = (url: string) => fetch(url)
