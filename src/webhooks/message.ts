import type { components } from '../../generated/v1.ts'
import { timestampText } from '../database/kysely.ts'
import { cursorText } from '../feed/feed-cursor.ts'
import { changesType, collectionOf } from './collections.ts'
import type { NewChanges } from './delivery-queries.ts'

type Message = components['schemas']['WebhookMessage']

const NO_CHANGES = { collection: null, changes: [], has_more: false, cursor: null }

export function pingMessage(): { type: string; body: string } {
  const type = 'ping'
  const message: Message = { type, timestamp: now(), data: NO_CHANGES }
  return { type, body: JSON.stringify(message) }
}

/** The message that tells of some entries of a feed. */
export function changesMessage({ list, epoch, no, changes, hasMore }: NewChanges): {
  type: string
  body: string
} {
  const type = changesType(list)
  const message: Message = {
    type,
    timestamp: now(),
    data: {
      collection: collectionOf(list),
      changes: changes.map(({ id, op, changed_at }) => ({
        id,
        op,
        changed_at: timestampText(changed_at),
      })),
      has_more: hasMore,
      cursor: cursorText({ epoch, no, start: no }),
    },
  }
  return { type, body: JSON.stringify(message) }
}

/** To the second. */
function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}
