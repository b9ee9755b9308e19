import type { Chart } from '../chart/render.ts'

export const exec = (chart: Chart) => chart
