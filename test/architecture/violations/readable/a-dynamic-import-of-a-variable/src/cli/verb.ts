export const load = (path: string) => import(path)
