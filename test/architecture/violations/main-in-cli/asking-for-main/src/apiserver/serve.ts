export const isMain = () => import.meta.main
