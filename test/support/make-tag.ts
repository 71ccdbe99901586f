import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

export const makeTag = rowMaker('tags', () => ({ name: `seascape ${nextNumber()}` }))
