export const seen = (url: string) => fetch(url)
