import { client } from '../../ui/api/client.ts'

export const serve = () => client
