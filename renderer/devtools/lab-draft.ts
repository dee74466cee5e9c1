import { strFromU8, strToU8, unzlibSync, zlibSync } from 'fflate'

export const labKinds = ['form', 'grid', 'modal', 'screen', 'metric', 'entity', 'extension'] as const
export type LabKind = (typeof labKinds)[number]

/** The document being edited in the lab. */
export interface LabDraft {
  module: string
  /** Path inside the module; its folder says which kind of document it is. */
  path: string
  text: string
  /** JSON text of the sample data: the record of a form, the loaded values of a screen. */
  data: string
}

const folders: Record<LabKind, string> = {
  form: 'forms',
  grid: 'grids',
  modal: 'modals',
  screen: 'screens',
  metric: 'metrics',
  entity: 'entities',
  extension: 'extensions',
}
export const scratchModule = 'lab'
export const pathOf = (kind: LabKind, name = 'lab'): string => `${folders[kind]}/${name}.json`
export const kindOf = (path: string): LabKind => labKinds.find((kind) => path.startsWith(`${folders[kind]}/`)) ?? 'form'

const samples: Record<LabKind, object> = {
  form: {
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string', rules: 'required|max:40' },
        status: { enum: ['draft', 'published'], default: 'draft' },
        price: { type: 'string', format: 'decimal' },
      },
    },
    layout: [{ columns: ['title', 'status'] }, 'price'],
    ui: {
      title: { title: 'Title', placeholder: 'A title of at most 40 characters' },
      status: {
        title: 'Status',
        widget: 'select',
        options: [
          { value: 'draft', title: 'Draft' },
          { value: 'published', title: 'Published' },
        ],
      },
      price: { title: 'Price', visible: { properties: { status: { const: 'published' } } } },
    },
  },
  grid: {
    entity: 'user',
    title: 'People',
    columns: [
      { key: 'username', title: 'Username', cell: 'code' },
      { key: 'name_full', title: 'Name', cell: 'text', sortable: true },
    ],
  },
  modal: {
    id: 'lab',
    title: 'Lend',
    size: 'sm',
    body: {
      schema: { type: 'object', properties: { days: { type: 'integer', minimum: 1, rules: 'required' } } },
      ui: { days: { title: 'Days' } },
    },
    buttons: [{ id: 'close', title: 'Close' }],
  },
  screen: {
    name: 'lab',
    path: 'lab',
    title: 'Lab',
    body: [
      { text: 'Everything is ready.', tone: 'success' },
      { panel: 'Details', body: [{ text: 'What a panel holds.' }] },
    ],
  },
  metric: {
    name: 'lab',
    title: 'People by month',
    entity: 'user',
    group: { field: 'created_at', by: '{params.period}', periods: ['month', 'week', 'day'] },
    values: { people: 'count(id)' },
    chart: 'bar',
  },
  entity: {
    name: 'lab_item',
    title: 'Item',
    schema: { type: 'object', properties: { title: { type: 'string', rules: 'required' } } },
    access: { read: 'panel.develop', write: 'panel.develop' },
  },
  extension: { extends: 'persons/grids/list', columns: [{ add: [{ key: 'updated_at', cell: 'relative' }] }] },
}

export const sampleDraft = (kind: LabKind): LabDraft => ({
  module: scratchModule,
  path: pathOf(kind),
  text: `${JSON.stringify(samples[kind], null, 2)}\n`,
  data: '{}',
})

/** A form with one value and one rule, to try the rule. */
export function ruleDraft(rule: string, value: string): LabDraft {
  const name = rule.split(':')[0]!
  const other =
    name === 'required_if' ? { status: { type: 'string' } } : name === 'confirmed' ? { value_confirmation: { type: 'string' } } : {}
  const form = {
    schema: { type: 'object', properties: { value: { type: name === 'size' ? 'array' : 'string', rules: rule }, ...other } },
    ui: { value: { title: name } },
  }
  return {
    module: scratchModule,
    path: pathOf('form'),
    text: `${JSON.stringify(form, null, 2)}\n`,
    data: JSON.stringify({
      ...(name === 'size' ? {} : { value }),
      ...(name === 'required_if' && { status: 'published' }),
      ...(name === 'confirmed' && { value_confirmation: 'else' }),
    }),
  }
}

const isDraft = (value: unknown): value is LabDraft =>
  typeof value === 'object' &&
  value !== null &&
  ['module', 'path', 'text', 'data'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

/** A draft as the part of an address behind `#`, packed. */
export function formatShared(draft: LabDraft): string {
  const bytes = zlibSync(strToU8(JSON.stringify(draft)), { level: 9 })
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The draft of an address; null for one that holds none. */
export function parseShared(hash: string): LabDraft | null {
  try {
    const bytes = Uint8Array.from(atob(hash.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const value: unknown = JSON.parse(strFromU8(unzlibSync(bytes)))
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

const storageKey = 'pishkhan-lab'

/** The draft stored in this browser; null without one, or if storage is not allowed. */
export function readDraft(): LabDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

export function keepDraft(draft: LabDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
