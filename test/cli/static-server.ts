import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ScriptedServer, startScriptedServer } from '../registry/scripted-server.ts'

export interface StaticServerOptions {
  /** Wanted from everybody as basic authentication. */
  readonly login?: { readonly username: string; readonly password: string }
}

/** A web server for the files of a folder, with entity tags. */
export async function startStaticServer(
  folder: string,
  { login }: StaticServerOptions = {},
): Promise<ScriptedServer> {
  const wanted = login && `Basic ${btoa(`${login.username}:${login.password}`)}`
  return await startScriptedServer(({ path, headers, authorization }, response) => {
    if (wanted !== undefined && authorization !== wanted) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    }
    const [name = ''] = path.split('?')
    return void readFile(join(folder, name)).then(
      (data) => {
        const etag = `"${createHash('sha256').update(data).digest('hex').slice(0, 16)}"`
        if (headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
        const length = { 'content-length': String(data.length) }
        return response.writeHead(200, { etag, ...length }).end(data)
      },
      () => response.writeHead(404).end('not here'),
    )
  })
}
