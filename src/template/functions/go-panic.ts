import { FuncError } from '../func.ts'

/** The error of Go's runtime when a nil value is asked for its type. */
export function nilDereference(): FuncError {
  return runtimeError('invalid memory address or nil pointer dereference')
}

/** Go's text for `make` with a negative or absurd length. */
export function badLength(): FuncError {
  return runtimeError('makeslice: len out of range')
}

/** A panic of Go's runtime. */
export function runtimeError(text: string): FuncError {
  return new FuncError(`runtime error: ${text}`, 'panic')
}

/** A panic with this text. */
export function panic(text: string): FuncError {
  return new FuncError(text, 'panic')
}
