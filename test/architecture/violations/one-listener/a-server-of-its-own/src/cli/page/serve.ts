import { createServer } from 'node:http'

export const serve = () => createServer().listen(0)
