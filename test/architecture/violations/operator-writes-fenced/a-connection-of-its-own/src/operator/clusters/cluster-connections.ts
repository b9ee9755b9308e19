import { connect } from '../../kube/connect.ts'

export const open = connect
