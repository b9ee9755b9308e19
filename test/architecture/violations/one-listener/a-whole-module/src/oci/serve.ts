import * as net from 'node:net'

export const serve = () => net.createServer().listen(0)
