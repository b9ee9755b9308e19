export type Name = string
