export const pull = () => 'layer'
