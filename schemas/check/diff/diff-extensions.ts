import { columnKind, actionKind, blockKind, entryKind, fieldKind, filterKind, tabKind } from '#schemas/extensions/part-kinds.ts'
import type { PartKind, Place } from '#schemas/extensions/place-parts.ts'
import { extendedDocument } from '#schemas/extensions/extend-modules.ts'
import type { EntityDocument, ExtensionDocument } from '#schemas/types/contract.d.ts'
import { diffAccess, diffRest, type Report } from './change.ts'
import { diffEntity } from './diff-entity.ts'

/** What is said of a part of each list of an extension, and how it is called and found. */
const lists = {
  columns: ['column', columnKind],
  filters: ['filter', filterKind],
  tabs: ['tab', tabKind],
  toolbar: ['toolbar action', actionKind],
  row: ['row action', actionKind],
  bulk: ['bulk action', actionKind],
  layout: ['field', fieldKind],
  body: ['block', blockKind],
  menu: ['menu entry', entryKind],
  profile: ['profile entry', entryKind],
  sidebar: ['sidebar entry', entryKind],
  settings: ['settings entry', entryKind],
} as const satisfies Partial<Record<keyof ExtensionDocument, unknown>>

interface Part {
  part: unknown
  anchor: string
}

/** Reports what a module adds to documents of others: each part by its name, and where it stands. */
export function diffExtensions(
  before: Readonly<Record<string, ExtensionDocument>>,
  after: Readonly<Record<string, ExtensionDocument>>,
  report: Report,
): void {
  for (const target of new Set([...Object.values(before), ...Object.values(after)].map((extension) => extension.extends))) {
    const [old, now] = [before, after].map((extensions) =>
      Object.values(extensions).filter((extension) => extension.extends === target),
    ) as [ExtensionDocument[], ExtensionDocument[]]
    diffParts(`extension of ${target}`, partsOf(old), partsOf(now), report)
    if (extendedDocument(target).kind === 'entities') {
      const [was, is] = [entityOf(old, now), entityOf(now, old)]
      diffEntity(`extension of ${target}`, was, is, report)
      const [writers, next] = [was.access!.writes!, is.access!.writes!]
      for (const name of new Set([...Object.keys(writers), ...Object.keys(next)]))
        diffAccess(`extension of ${target}: ${name}: write`, writers[name] as string, next[name] as string, report)
    } else {
      const rest = (extensions: ExtensionDocument[]) =>
        Object.assign({}, ...extensions.map(({ ui, import: fields }) => ({ ui, import: fields }))) as object
      diffRest(`extension of ${target}`, rest(old), rest(now), report)
    }
  }
}

function diffParts(subject: string, before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>, report: Report): void {
  for (const [name, { part, anchor }] of before) {
    const now = after.get(name)
    if (!now) report('risky', `${subject}: ${name}`, 'is no longer shown')
    else {
      if (now.anchor !== anchor) report('additive', `${subject}: ${name}`, `stands ${now.anchor} instead of ${anchor}`)
      diffRest(`${subject}: ${name}`, part, now.part, report)
    }
  }
  for (const [name, { anchor }] of after) if (!before.has(name)) report('additive', `${subject}: ${name}`, `is new, ${anchor}`)
}

/** The parts of extensions by what they are called; those without a name by their place. */
function partsOf(extensions: readonly ExtensionDocument[]): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const extension of extensions)
    for (const key of Object.keys(lists) as (keyof typeof lists)[]) {
      const [word, kind] = lists[key] as unknown as [string, PartKind<unknown>]
      for (const place of (extension[key] ?? []) as Place<unknown>[])
        for (const part of place.add) {
          const name = kind.namesOf(part)[0] ?? kind.keysOf(part)[0] ?? JSON.stringify(part).slice(0, 60)
          parts.set(`${word} ${name}`, { part, anchor: anchorOf(place) })
        }
    }
  return parts
}

function anchorOf(place: Place<unknown>): string {
  const key = (['after', 'before', 'in'] as const).find((anchor) => place[anchor] !== undefined)
  return key === undefined ? 'at the end' : `${key} "${place[key]!}"`
}

/**
 * The properties of extensions of one entity as an entity of their own, to compare them as those are compared. The permission of a property
 * that the other version lacks is no change.
 */
const entityOf = (extensions: readonly ExtensionDocument[], others: readonly ExtensionDocument[]): EntityDocument => {
  const isShared = (name: string) => others.some(({ properties = {} }) => Object.hasOwn(properties, name))
  const permissions = (key: 'read' | 'write') =>
    Object.fromEntries(
      extensions.flatMap(({ properties = {}, access }) => {
        const permission = access?.[key]
        return permission === undefined
          ? []
          : Object.keys(properties)
              .filter(isShared)
              .map((name) => [name, permission])
      }),
    )
  return {
    name: '',
    title: '',
    schema: { type: 'object', properties: Object.assign({}, ...extensions.map(({ properties }) => properties)) as never },
    labels: Object.assign({}, ...extensions.map(({ labels }) => labels)) as never,
    options: Object.assign({}, ...extensions.map(({ options }) => options)) as never,
    renamed: Object.assign({}, ...extensions.map(({ renamed }) => renamed)) as never,
    converted: extensions.flatMap(({ converted = [] }) => converted),
    access: { fields: permissions('read'), writes: permissions('write') },
  }
}
