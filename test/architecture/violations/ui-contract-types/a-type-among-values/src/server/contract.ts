export interface Answer {
  readonly text: string
}

export const version = 1
