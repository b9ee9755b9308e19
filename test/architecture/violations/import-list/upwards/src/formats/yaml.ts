import { render } from '../chart/render.ts'

export const write = render
