export interface Yaml {
  readonly text: string
}

export const write = (yaml: Yaml) => yaml.text
