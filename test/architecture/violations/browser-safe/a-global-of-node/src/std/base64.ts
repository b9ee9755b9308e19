export const base64 = (text: string) => Buffer.from(text).toString('base64')
