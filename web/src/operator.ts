import { operator_key } from './backend'

/** Starting and stopping is the operator's: whoever opened the page by the address that the program printed. */
export const may_operate = () => operator_key() !== null
