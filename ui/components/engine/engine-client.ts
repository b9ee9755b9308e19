import type { EngineAnswers, EngineRequest } from './engine-request.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

interface Message {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Helm's engine in a worker of its own. */
export class EngineClient {
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private asked = 0

  constructor() {
    this.worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
    this.worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      const { id, value, error } = data
      const one = this.waiting.get(id)
      this.waiting.delete(id)
      if (error === undefined) one?.resolve(value)
      else one?.reject(new Error(error))
    })
    this.worker.addEventListener('error', ({ message }) => {
      for (const one of this.waiting.values()) one.reject(new Error(message))
      this.waiting.clear()
    })
  }

  ask<Request extends EngineRequest>(request: Request): Promise<EngineAnswers[Request['do']]> {
    const id = ++this.asked
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {
        resolve: (value) => resolve(value as EngineAnswers[Request['do']]),
        reject,
      })
      this.worker.postMessage({ id, request })
    })
  }

  close(): void {
    this.worker.terminate()
    this.waiting.clear()
  }
}
