import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findOnPath } from '../oracles/find.ts'

/** The real git on this machine; a test never skips for want of it. */
export function findGit(): string {
  const path = findOnPath('git', process.env)
  if (path !== undefined) return path
  throw new Error('this needs the git program on the PATH; every distribution has it as "git"')
}

/** A repository of the real git, with what a test says in it. */
export interface TestRepository {
  readonly path: string
  readonly git: (...words: readonly string[]) => Promise<string>
  /** Writes files (a value of `-> x` is a link to x) and commits them; gives the commit. */
  readonly commit: (files: Readonly<Record<string, string>>) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function makeRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-git-test-'))
  const path = join(folder, 'work')
  await mkdir(path)
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const git = async (...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)(findGit(), words, { cwd: path, env })
    return stdout.trim()
  }
  await git('init', '--quiet', '-b', 'main')
  await git('config', 'user.name', 'a test')
  await git('config', 'user.email', 'test@example.test')
  const commit = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      const file = join(path, name)
      await mkdir(dirname(file), { recursive: true })
      await rm(file, { force: true })
      if (text.startsWith('-> ')) await symlink(text.slice(3), file)
      else await writeFile(file, text)
    }
    await git('add', '--all')
    await git('commit', '--quiet', '--allow-empty', '-m', 'more')
    return await git('rev-parse', 'HEAD')
  }
  return { path, git, commit, stop: () => rm(folder, { recursive: true, force: true }) }
}

export interface GitServer {
  readonly url: string
  readonly host: string
  readonly seen: readonly { readonly method: string; readonly authorization: string | undefined }[]
  readonly stop: () => Promise<void>
}

export interface GitServerOptions {
  /** Answers instead of git when it says so. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** The folder of the repository NAME.git; undefined when there is none. */
export type FindFolder = (name: string) => string | undefined

/** Smart HTTP by the real `git upload-pack` for the repository of a folder, or for several by name. */
export async function serveGit(
  folder: string | FindFolder,
  options: GitServerOptions = {},
): Promise<GitServer> {
  const seen: { method: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { method = '', headers } = request
    seen.push({ method, authorization: headers.authorization })
    if (options.instead?.(request, response) === true) return
    answer(typeof folder === 'string' ? () => folder : folder, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}/demo.git`, host, seen, stop }
}

function answer(find: FindFolder, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://localhost')
  const path = /^\/([\w-]+)\.git\/(info\/refs|git-upload-pack)$/.exec(url.pathname)
  const folder = path?.[1] === undefined ? undefined : find(path[1])
  const isRefs = path?.[2] === 'info/refs'
  if (folder === undefined) {
    response.writeHead(404).end()
    return
  }
  const kind = isRefs ? 'advertisement' : 'result'
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}` })
  if (isRefs) response.write('001e# service=git-upload-pack\n0000')
  const words = ['upload-pack', '--stateless-rpc', ...(isRefs ? ['--advertise-refs'] : []), folder]
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const child = spawn(findGit(), words, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdout.pipe(response)
  child.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    child.stdin.end(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
  })
}
