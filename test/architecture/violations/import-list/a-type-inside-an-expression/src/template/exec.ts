export const exec = (chart: import('../chart/render.ts').Chart) => chart
