import type { VNode } from 'preact'
import type { components } from '../../../generated/v1.ts'
import { Facts } from '../components/facts.tsx'
import { dateText } from '../components/formatting.tsx'
import { RecordView } from '../components/record-view.tsx'
import { Isolated } from '../components/text.tsx'
import type { ViewProps } from '../components/view.ts'

const TITLE = 'Exchange rates'

type Rates = components['schemas']['ExchangeRates']
type Rate = Rates['rates'][number]

/** The view of the newest exchange rates: the price of one euro in each currency. */
export function ExchangeRatesView(viewed: ViewProps<Rates>): VNode {
  const { date, source, rates } = viewed.body
  return (
    <RecordView viewed={viewed} title={TITLE} collection={undefined}>
      <article class="record">
        <div class="about">
          <header>
            <h1>{TITLE}</h1>
          </header>
          <p class="text">
            {date === null ? 'There are no rates.' : `The price of one euro on ${dateText(date)}.`}
          </p>
          {source !== null && (
            <p class="faint">
              Source: <Isolated>{source}</Isolated>, for information purposes only.
            </p>
          )}
          <Facts facts={rates.map((rate) => [rate.currency, rateText(rate, date)])} />
        </div>
      </article>
    </RecordView>
  )
}

/** With the day of a rate that is older than the newest. */
function rateText({ units_per_euro: units, date }: Rate, newest: string | null): string {
  return date === newest ? units : `${units} (${dateText(date)})`
}
