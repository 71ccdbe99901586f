/**
 * A queue in which clients take turns: one that has a thousand items here delays another one's first by one item.
 * Items of one client leave in the order of their arrival.
 */
export interface FairQueue<Item> {
  readonly size: number
  sizeOf(client: string): number
  add(item: Item): void
  /** Has no effect on an item that has left. */
  delete(item: Item): void
  /**
   * Takes the first item of the client whose turn it is.
   * @param mayGo whether a client may have a turn at all; all may by default.
   */
  takeNext(mayGo?: (client: string) => boolean): Item | undefined
  /** The item that has waited longest. It stays. */
  oldest(): Item | undefined
  /** The newest item of the client that has the most. It stays. */
  mostExpendable(): Item | undefined
}

export function fairQueue<Item extends { readonly client: string }>(): FairQueue<Item> {
  /** In the order of arrival. */
  const items = new Set<Item>()
  /** In the order of their turns; none is empty. */
  const clients = new Map<string, Set<Item>>()

  const remove = (item: Item): void => {
    if (!items.delete(item)) return
    const own = clients.get(item.client)
    own?.delete(item)
    if (own?.size === 0) clients.delete(item.client)
  }
  return {
    get size() {
      return items.size
    },
    sizeOf: (client) => clients.get(client)?.size ?? 0,
    add(item) {
      items.add(item)
      const own = clients.get(item.client)
      if (own === undefined) clients.set(item.client, new Set([item]))
      else own.add(item)
    },
    delete: remove,
    takeNext(mayGo = () => true) {
      for (const [client, own] of clients) {
        const [first] = own
        if (first === undefined || !mayGo(client)) continue
        remove(first)
        // Moves the client behind all others.
        if (own.size > 0) {
          clients.delete(client)
          clients.set(client, own)
        }
        return first
      }
      return undefined
    },
    oldest() {
      const [first] = items
      return first
    },
    mostExpendable() {
      let most: ReadonlySet<Item> = new Set()
      for (const own of clients.values()) if (own.size > most.size) most = own
      return [...most].at(-1)
    },
  }
}
