import type {
  EntityDocument,
  FormAnswer,
  FormDocument,
  FormDocumentFieldUi,
  FormDocumentLayoutGroup,
  FormDocumentLayoutItem,
} from '#schemas/types/contract.d.ts'
import { hasConditions } from '#schemas/rules/conditions/form-conditions.ts'
import { isGiven } from '#schemas/rules/entities/slug-field.ts'
import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import { compact, textOf, type Expansion, type Reader } from './expansion.ts'
import { formWithFormats } from './condition-formats.ts'
import { expandAction } from './expand-action.ts'
import { createModalCollector, type ModalCollector } from './expand-modal.ts'
import { findEntity, partsOf, typeOf, type FieldSchema } from './entity-field.ts'
import { fieldUi } from './field-ui.ts'
import { formProperties, isTranslated, wirePath } from './form-properties.ts'
import { heldWhen, lockedUi, withheldUi } from './locked-ui.ts'
import { liveForm, storedForm } from './live-fields.ts'
import { localiseSchema } from './localise.ts'
import { definitionsFor, narrowCombinations } from './narrow-schema.ts'
import type { DocumentRegistry, Owned } from './registry.ts'

/**
 * A form as the panel draws it: structure and rules of the entity merged into `schema` for the fields that the form
 * names, titles and choices into `ui`, references as `<name>_id`, translated fields as an object of locales, fields
 * without access left out of schema, looks and layout alike. With `isLive` it has what computing in it takes, by `liveForm`. A form of an
 * unknown name is an empty object.
 */
export function expandForm(
  registry: DocumentRegistry,
  reader: Reader,
  module: string,
  formOrName: FormDocument | string,
  modals: ModalCollector = createModalCollector(),
  { isLive = true }: { isLive?: boolean } = {},
): FormAnswer {
  const owned = typeof formOrName === 'string' ? registry.form(module, formOrName) : { module, document: formOrName }
  if (!owned) return { name: String(formOrName), schema: { type: 'object', properties: {} } }
  const expansion: Expansion = { registry, reader, module: owned.module }
  const form = owned.document
  const entity = findEntity(registry, form.entity)
  const drawn = formProperties(expansion, form, entity)
  const names = Object.keys(drawn)
  const { properties, hidden, checks } = entity && isLive ? liveForm(expansion, entity, drawn) : storedForm(drawn)
  const rename = (path: string) => (entity ? wirePath(expansion, entity.document, path) : path)
  const answer = compact<FormAnswer>({
    name: form.name ?? (typeof formOrName === 'string' ? formOrName.slice(formOrName.indexOf('/') + 1) : undefined),
    entity: entity?.document.name,
    document:
      entity && typeof formOrName === 'string' && hasConditions(form)
        ? `${owned.module}/${formOrName.slice(formOrName.indexOf('/') + 1)}`
        : undefined,
    subject: entity && typeOf(expansion, entity),
    renamed: entity?.document.renamed,
    schema: { ...formSchema(expansion, form, entity, properties, names, rename), ...(checks.length > 0 && { checks }) },
    ui: {
      ...lookOf(expansion, form, entity, properties, rename),
      ...Object.fromEntries(hidden.map((path) => [path, { widget: 'hidden' }])),
    },
    layout: form.layout && prune(expansion, form.layout, names, rename),
    data: form.data && Object.fromEntries(Object.entries(form.data).map(([name, value]) => [rename(name), value])),
    submit: form.submit && expandAction(expansion, form.submit, modals),
    locked: entity && isLive ? heldWhen(expansion, entity, ({ fields }) => fields === true) : undefined,
    publication: registry.publication,
  })
  return formWithFormats(answer)
}

function formSchema(
  expansion: Expansion,
  form: FormDocument,
  entity: Owned<EntityDocument> | undefined,
  properties: Record<string, FieldSchema>,
  names: readonly string[],
  rename: (path: string) => string,
): Record<string, unknown> {
  const { properties: _, required: own, ...rest } = (form.schema ?? {}) as Record<string, unknown>
  const wanted = [...(entity?.document.schema.required ?? []), ...(Array.isArray(own) ? (own as unknown[]).map(String) : [])]
  const required = [...new Set(wanted.map(rename))].filter((name) => names.includes(name) && !isGiven(properties[name]))
  const schema = {
    type: 'object',
    ...withEntity(rest, entity?.document.schema, properties, rename),
    properties,
    ...(required.length ? { required } : {}),
  }
  return localiseSchema(expansion.registry, expansion.module, expansion.reader.locale, schema)
}

/** The form's own keywords beside those of the entity that hold for its fields: conditions, combinations, dependencies, definitions. */
function withEntity(
  own: Record<string, unknown>,
  whole: Record<string, unknown> | undefined,
  properties: Record<string, FieldSchema>,
  rename: (path: string) => string,
): Record<string, unknown> {
  if (!whole) return own
  const combined = narrowCombinations(whole, (name) => (Object.hasOwn(properties, rename(name)) ? rename(name) : undefined))
  const isClashing = Object.keys(combined).some((keyword) => keyword in own)
  const { definitions, $defs } = definitionsFor([properties, combined], whole)
  return {
    ...own,
    ...(!isClashing ? combined : { allOf: [...(Array.isArray(own.allOf) ? (own.allOf as unknown[]) : []), combined] }),
    ...(definitions !== undefined && { definitions: { ...definitions, ...(own.definitions ?? {}) } }),
    ...($defs !== undefined && { $defs: { ...$defs, ...(own.$defs ?? {}) } }),
  }
}

/** Looks of every field by path, nested ones included; those that the document gives win over what follows from the entity. */
function lookOf(
  expansion: Expansion,
  form: FormDocument,
  entity: Owned<EntityDocument> | undefined,
  properties: Record<string, FieldSchema>,
  rename: (path: string) => string,
): Record<string, FormDocumentFieldUi> {
  const written = new Map(Object.entries(form.ui ?? {}).map(([path, ui]) => [rename(path), ui]))
  const uiByPath = new Map<string, FormDocumentFieldUi>()
  const visit = (path: string, schema: FieldSchema) => {
    const ui = fieldUi(expansion, entity, path, schema, written.get(path))
    uiByPath.set(path, entity ? withheldUi(expansion, entity.document, path, lockedUi(expansion, entity, path, ui)) : ui)
    if (isTranslated(schema)) return
    const inside = schema.properties || !schema.items ? path : `${path}[]`
    for (const [name, part] of Object.entries(partsOf(schema))) visit(`${inside}.${name}`, part)
    // Rows are known by their id, which nobody edits.
    if (schema.rows !== undefined) uiByPath.set(`${inside}.id`, { widget: 'hidden' })
  }
  for (const [name, schema] of Object.entries(properties)) visit(name, schema)
  return Object.fromEntries(uiByPath)
}

/** The layout without fields that are not there, and without the rows, panels, tabs and steps that this leaves empty. */
function prune(
  expansion: Expansion,
  layout: FormDocumentLayoutItem[],
  names: string[],
  rename: (path: string) => string,
): FormDocumentLayoutItem[] {
  return layout.flatMap((item): FormDocumentLayoutItem[] => {
    if (typeof item === 'string') {
      const path = rename(item)
      return names.includes(path.split('.')[0]!) ? [path] : []
    }
    const inside = (items: FormDocumentLayoutItem[]) => prune(expansion, items, names, rename)
    const groups = (list: FormDocumentLayoutGroup[]) =>
      list
        .map((group) => ({ ...group, title: textOf(expansion, group.title), fields: inside(group.fields) }))
        .filter(({ fields }) => fields.length > 0)
    const visibleItem: FormDocumentLayoutItem =
      'columns' in item
        ? { columns: inside(item.columns) }
        : 'tabs' in item
          ? { tabs: groups(item.tabs) }
          : 'steps' in item
            ? { steps: groups(item.steps) }
            : { ...item, panel: textOf(expansion, item.panel), fields: inside(item.fields) }
    return partsOfLayout(visibleItem).some(({ items }) => items.length > 0) ? [visibleItem] : []
  })
}
