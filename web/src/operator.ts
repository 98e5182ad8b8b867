import { operator_key } from './backend'

/** The operator, who opened the page by the address that the program printed, may start and stop jobs. */
export const may_operate = () => operator_key() !== null
