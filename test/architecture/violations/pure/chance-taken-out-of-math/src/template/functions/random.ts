const { random } = Math

export const pick = () => random()
