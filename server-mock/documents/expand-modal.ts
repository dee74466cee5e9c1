import type { ModalAnswer, ModalDocument } from '#schemas/types/contract.d.ts'
import { compact, localised, within, type Expansion } from './expansion.ts'
import { expandAction } from './expand-action.ts'
import { expandBlocks, type Loads } from './expand-blocks.ts'
import { expandForm } from './expand-form.ts'
import { findEndpoint } from './reach.ts'

/** Collects the modals that actions open, each once, including those that buttons of modals open. */
export interface ModalCollector {
  /** Id under which the modal is in `all`; undefined where the reader can do nothing in it. An unknown name stays: the panel says so. */
  open(expansion: Expansion, name: string): string | undefined
  /** A modal that stands inside its action; undefined where the reader can do nothing in it. */
  inline(expansion: Expansion, modal: ModalDocument | ModalAnswer): ModalAnswer | undefined
  /** Adds a finished modal, unless one of that id is there. */
  add(modal: ModalAnswer): string
  all(): ModalAnswer[]
}

export function createModalCollector(): ModalCollector {
  const opened = new Map<string, { id: string; modal?: ModalAnswer }>()
  const ids = new Set<string>()
  const collector: ModalCollector = {
    open(expansion, name) {
      const owned = expansion.registry.modal(expansion.module, name)
      if (!owned) return name
      const key = `${owned.module}/${owned.document.id}`
      const known = opened.get(key)
      if (known) return known.id
      const id = ids.has(owned.document.id) ? key : owned.document.id
      const entry: { id: string; modal?: ModalAnswer } = { id }
      // Added before it is expanded: a modal may open another one that opens it again.
      opened.set(key, entry)
      ids.add(id)
      const modal = collector.inline(within(expansion, owned.module), owned.document)
      if (!modal) {
        opened.delete(key)
        ids.delete(id)
        return undefined
      }
      entry.modal = { ...modal, id }
      return id
    },
    inline(expansion, modal) {
      const expanded = expandModal(expansion, modal as ModalDocument, collector)
      return isForActing(modal) && !hasAction(expanded) ? undefined : expanded
    },
    add(modal) {
      if (!ids.has(modal.id)) {
        ids.add(modal.id)
        opened.set(modal.id, { id: modal.id, modal })
      }
      return modal.id
    },
    all: () => [...opened.values()].flatMap(({ modal }) => (modal ? [modal] : [])),
  }
  return collector
}

const hasAction = ({ buttons }: ModalDocument | ModalAnswer): boolean => (buttons ?? []).some(({ action }) => action !== undefined)

/** Whether a modal is useless without its buttons: a form, or a question. All others can at least be read. */
function isForActing(modal: ModalDocument | ModalAnswer): boolean {
  const { body, fetch, buttons = [] } = modal
  if (!hasAction(modal)) return false
  const isForm = body !== undefined && !Array.isArray(body)
  return isForm || (body === undefined && fetch === undefined && buttons.length > 1)
}

/** A modal as the panel draws it: its form inlined, texts localised, buttons that the reader may not press left out. */
export function expandModal(expansion: Expansion, modal: ModalDocument, modals: ModalCollector): ModalAnswer {
  const { body, buttons, fetch, $schema: _, ...rest } = modal
  const loads: Loads = fetch ? { results: { name: fetch.name, params: fetch.params } } : {}
  return compact<ModalAnswer>({
    ...(localised(expansion, rest) as ModalAnswer),
    body:
      body === undefined
        ? undefined
        : Array.isArray(body)
          ? expandBlocks(expansion, body, modals, loads)
          : expandForm(expansion.registry, expansion.reader, expansion.module, body, modals),
    fetch:
      fetch &&
      compact({
        ...localised(expansion, fetch),
        method: fetch.method ?? findEndpoint(expansion.registry, fetch.name, fetch.version)?.method,
      }),
    buttons: buttons?.flatMap((button) => {
      const { action, ...texts } = button
      if (!action) return [localised(expansion, texts)]
      const expanded = expandAction(expansion, action, modals)
      return expanded ? [{ ...localised(expansion, texts), action: expanded }] : []
    }),
  })
}
