import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`
}

/** The headers of a message by Standard Webhooks 1.0, with a signature for each secret. */
export function signedHeaders(
  messageId: string,
  unixSeconds: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const id = `msg_${messageId}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${unixSeconds}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': signatures.join(' '),
  }
}
