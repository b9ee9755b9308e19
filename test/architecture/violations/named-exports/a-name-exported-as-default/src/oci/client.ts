const client = 1

export { client as default }
