// outrigger/sandbox: a Kubernetes API with simulated workloads, for other people's tests.
export { serveSandbox } from '../sandbox/serve-sandbox.ts'
export type { ServeSandboxOptions, ServedSandbox } from '../sandbox/serve-sandbox.ts'
export { startSandbox } from '../sandbox/start-sandbox.ts'
export type {
  Sandbox,
  SandboxClientOptions,
  SandboxOptions,
  SandboxUser,
} from '../sandbox/start-sandbox.ts'
export type { Clock } from '../std/clock.ts'
