import type { Failure, Outcome } from './run.ts'
import type { ReceivedResponse } from './validate/received-response.ts'

const MAX_TEXT_LENGTH = 400
const MAX_FAILURES = 5

/** Every failure in full, below the line of its group. @param verbose shows every group and case. */
export function reportLines(outcomes: readonly Outcome[], verbose: boolean): string[] {
  const groups = Map.groupBy(outcomes, ({ group }) => group)
  const shown = [...groups].filter(([, all]) => verbose || of(all, 'failed').length > 0)
  return shown.flatMap(([group, all]) => [
    groupLine(group, all),
    ...all
      .filter(({ state }) => verbose || state === 'failed')
      .flatMap((outcome) => outcomeLines(outcome)),
  ])
}

/** `N passed, N failed`, with `, N skipped` after it where there are such. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const count = (state: Outcome['state']): number => of(outcomes, state).length
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
  return `${count('passed')} passed, ${count('failed')} failed${skipped}`
}

/** Why cases were skipped, each reason once. */
export function skippedLines(outcomes: readonly Outcome[]): string[] {
  const reasons = Map.groupBy(of(outcomes, 'skipped'), ({ reason }) => reason)
  return [...reasons].map(([reason, all]) => {
    const cases = all.length === 1 ? '1 case' : `${all.length} cases`
    return `skipped ${cases}: ${reason} (${[...new Set(all.map(({ group }) => group))].join(', ')})`
  })
}

function of(outcomes: readonly Outcome[], state: Outcome['state']): Outcome[] {
  return outcomes.filter((outcome) => outcome.state === state)
}

function groupLine(group: string, outcomes: readonly Outcome[]): string {
  const isOk = of(outcomes, 'failed').length === 0
  return `${isOk ? 'ok    ' : 'FAILED'} ${group}: ${closingLine(outcomes)}`
}

function outcomeLines({ state, name, failures, reason }: Outcome): string[] {
  const mark = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' }[state]
  const more = failures.length - MAX_FAILURES
  return [
    `  ${mark} ${name}${reason === '' ? '' : `: ${reason}`}`,
    ...failures.slice(0, MAX_FAILURES).flatMap((failure) =>
      failureText(failure)
        .split('\n')
        .map((line) => `    ${line}`),
    ),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}

/** The error, its place in the document, the request and the response. */
export function failureText({ message, place, response, sentBody }: Failure): string {
  return [
    shortened(message),
    ...(place === '' ? [] : [`  document: #${place}`]),
    ...(response === undefined ? [] : exchangeLines(response, sentBody)),
  ].join('\n')
}

function exchangeLines(response: ReceivedResponse, sentBody: string | undefined): string[] {
  const { method, url, sent, status, headers, text } = response
  const shown = Object.entries(sent).map(([name, value]) => `${name}: ${withoutKey(name, value)}`)
  const type = headers['content-type'] ?? 'without a body'
  return [
    `  request:  ${[`${method} ${shortened(url)}`, ...shown].join(' | ')}`,
    ...(sentBody === undefined ? [] : [`            ${shortened(sentBody)}`]),
    `  response: ${status} ${type}`,
    ...(text === '' ? [] : [`            ${shortened(text)}`]),
  ]
}

/** A report may be kept where no key should be. */
function withoutKey(name: string, value: string): string {
  return name === 'authorization' ? value.replace(/ .*/, ' ...') : shortened(value)
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}...` : line
}
