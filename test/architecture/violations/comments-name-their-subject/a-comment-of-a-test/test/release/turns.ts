// Who installs, and who then upgrades.
export const turns = 2
