export const root = () => import.meta.dirname
