import type { components } from '../../generated/v1.ts'
import { timestampText } from '../database/kysely.ts'
import { cursorText } from '../feed/feed-cursor.ts'
import { collectionOf } from '../lists/list.ts'
import { changesType } from './collections.ts'
import type { NewChanges } from './delivery-queries.ts'

type Message = components['schemas']['WebhookMessage']

const NO_CHANGES = { collection: null, changes: [], has_more: false, cursor: null }

export function pingMessage(): NewMessage {
  return messageOf('ping', NO_CHANGES)
}

/** The message that tells of some entries of a feed. */
export function changesMessage({ list, epoch, no, changes, hasMore }: NewChanges): NewMessage {
  return messageOf(changesType(list), {
    collection: collectionOf(list),
    changes: changes.map(({ id, op, changed_at }) => ({
      id,
      op,
      changed_at: timestampText(changed_at),
    })),
    has_more: hasMore,
    cursor: cursorText({ epoch, no, start: no }),
  })
}

interface NewMessage {
  readonly type: string
  readonly body: string
}

function messageOf(type: string, data: Message['data']): NewMessage {
  const timestamp = `${new Date().toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`
  const message: Message = { type, timestamp, data }
  return { type, body: JSON.stringify(message) }
}
