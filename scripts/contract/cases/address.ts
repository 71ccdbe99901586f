import type { Answer } from '../judge/answer.ts'
import type { Trial } from '../run/trial.ts'

/**
 * Whatever leads to the deployment is absolute, and below the address that its own document names.
 * @param name of what holds the link: a field, or a header.
 */
export function checkAddress(trial: Trial, answer: Answer, name: string, link: string): void {
  const { contract, options } = trial.session
  // A document of somebody else may name other addresses.
  if (options.document !== undefined) return
  const [server] = contract.document.servers
  const message = `${name} is ${link}, which is not below ${server?.url}`
  trial.claim(link.startsWith(`${server?.url}/`), message, '/servers/0/url', answer)
}
