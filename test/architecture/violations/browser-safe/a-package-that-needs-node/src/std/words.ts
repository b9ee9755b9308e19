import { Command } from 'commander'

export const words = (command: Command) => command.args
