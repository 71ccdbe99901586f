import { readContract } from '../../scripts/contract/validate/contract.ts'
import type { Document } from '../../scripts/contract/validate/document.ts'
import { httpClient } from '../../scripts/contract/http-client.ts'
import { survey } from '../../scripts/contract/survey.ts'
import type { ScratchService } from '../sdks/scratch-service.ts'
import { startPrism } from './prism.ts'
import { exchangeValidRequests, type Exchanged } from './proxied-requests.ts'
import type { Verdict } from './verdict.ts'

const LONGEST_ANSWER_MS = 30_000
const LONGEST_TEXT = 600

/** Valid requests through Prism's proxy: each comes back as the service answered it. */
export async function runPrismProxy(service: ScratchService): Promise<Verdict> {
  const direct = httpClient(service.url, 1, LONGEST_ANSWER_MS)
  const { text } = await direct.send({ url: '/openapi/v1.json' })
  const document = JSON.parse(text) as Document
  const surveyed = await survey(readContract(document, '/api/v1'), direct.send)
  direct.close()
  const prism = await startPrism(service)
  const proxied = httpClient(prism.url, 1, LONGEST_ANSWER_MS)
  try {
    const contract = readContract(document, '')
    const all = await exchangeValidRequests(contract, surveyed, service.key, proxied.send)
    return verdictOf(all)
  } finally {
    proxied.close()
    await prism.close()
  }
}

function verdictOf(exchanged: readonly Exchanged[]): Verdict {
  const wrong = exchanged.filter(
    ({ answer, wanted }) => answer.status !== wanted || 'sl-violations' in answer.headers,
  )
  return {
    tool: "Prism's proxy",
    passed: exchanged.length - wrong.length,
    failed: wrong.length,
    skipped: 0,
    text: wrong.map(described).join('\n') || `${exchanged.length} requests`,
  }
}

function described({ answer, wanted }: Exchanged): string {
  const { method, url, status, headers, text } = answer
  const violations = headers['sl-violations'] ?? ''
  return `${method} ${url}: ${status} instead of ${wanted} ${violations} ${text}`.slice(
    0,
    LONGEST_TEXT,
  )
}
