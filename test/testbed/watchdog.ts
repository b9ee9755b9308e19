import { spawn } from 'node:child_process'

/** Ends processes when the process that started them ends, however it ends. */
export interface Watchdog {
  readonly add: (pid: number) => void
  readonly drop: (pid: number) => void
  /** A folder to delete after the processes have ended. */
  readonly clean: (folder: string) => void
  /** Forgets everything and goes. */
  readonly dismiss: () => void
}

// The pipe to its standard input is the leash: the kernel closes it when we are gone, also after kill -9.
const script = `
pids=
folder=
while read -r word rest; do
  case $word in
    add) pids="$pids $rest" ;;
    drop)
      kept=
      for one in $pids; do [ "$one" = "$rest" ] || kept="$kept $one"; done
      pids=$kept ;;
    clean) folder=$rest ;;
    dismiss) exit 0 ;;
  esac
done
for one in $pids; do kill -9 "$one"; done
if [ -n "$folder" ]; then
  sleep 1
  rm -rf -- "$folder"
fi
`

/** A watchdog in a session of its own: what interrupts our process group does not reach it. */
export function startWatchdog(): Watchdog {
  const child = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  // Writing to one that was killed is no reason to fail: the parts are ended by their own handles then.
  child.stdin.on('error', () => {})
  const tell = (line: string): void => {
    child.stdin.write(`${line}\n`)
  }
  return {
    add: (pid) => tell(`add ${pid}`),
    drop: (pid) => tell(`drop ${pid}`),
    clean: (folder) => tell(`clean ${folder}`),
    dismiss: () => child.stdin.end('dismiss -\n'),
  }
}
