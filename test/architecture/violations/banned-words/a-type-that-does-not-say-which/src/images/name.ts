interface Place {
  readonly name: string
}

export const nameOf = ({ name }: Place) => name
