import type { components } from '../../generated/v1.ts'
import { moneyText } from '../browse/money-text.ts'

type Admission = Pick<components['schemas']['Event'], 'price' | 'price_currency'>

/** What admission costs; empty where that is not known. */
export function admissionText({ price, price_currency }: Admission): string {
  if (price === null) return ''
  return price === 0 ? 'Free admission' : `Admission ${moneyText(price, price_currency)}`
}
