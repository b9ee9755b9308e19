import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

/** A server that lets one user see /v2/, as the beginning of a registry. */
export async function startBasicAuthServer(
  username: string,
  password: string,
): Promise<ScriptedServer> {
  const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return await startScriptedServer(({ authorization }, response) => {
    if (authorization === wanted) return response.writeHead(200).end('{}')
    const errors = [{ code: 'UNAUTHORIZED', message: 'nobody knows you here' }]
    const headers = { 'www-authenticate': 'Basic realm="here"' }
    return response.writeHead(401, headers).end(JSON.stringify({ errors }))
  })
}
