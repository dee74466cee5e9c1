import type { Messages } from '#renderer/form/data/form-store.ts'

const indexes = new WeakMap<Messages, Map<string, string[]>>()

/** Paths of the messages below a place (`rows.0.title` below `rows` and `rows.0`), without scanning all of them. */
export function keysUnder(messages: Messages, path: string): readonly string[] {
  let index = indexes.get(messages)
  if (!index) {
    index = new Map()
    for (const key of Object.keys(messages)) {
      for (let end = key.lastIndexOf('.'); end > 0; end = key.lastIndexOf('.', end - 1)) {
        const holder = key.slice(0, end)
        const list = index.get(holder)
        if (list) list.push(key)
        else index.set(holder, [key])
      }
    }
    indexes.set(messages, index)
  }
  return index.get(path) ?? none
}

const none: readonly string[] = []
