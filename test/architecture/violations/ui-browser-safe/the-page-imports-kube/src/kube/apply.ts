export const apply = () => 'applied'
