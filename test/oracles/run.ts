import { spawn } from 'node:child_process'

/** Runs a program whose output people see; throws when it fails. */
export function run(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', ...(cwd === undefined ? {} : { cwd }) })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? 'a signal'}`))
    })
  })
}
