export const useName = () => 'name'
