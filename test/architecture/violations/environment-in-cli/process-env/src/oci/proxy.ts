export const proxy = () => process.env['HTTPS_PROXY']
