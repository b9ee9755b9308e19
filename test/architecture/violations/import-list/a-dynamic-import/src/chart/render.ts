export interface Chart {
  readonly name: string
}

export const render = (chart: Chart) => chart.name
