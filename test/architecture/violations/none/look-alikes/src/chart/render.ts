import { exec } from '../template/exec.ts'

export const render = exec
