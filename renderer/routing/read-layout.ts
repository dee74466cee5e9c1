import { isRecord } from '#schemas/rules/is-record.ts'
import type { LayoutAnswer, LayoutMenuItem } from '#schemas/types/contract.d.ts'
import {
  hasTexts,
  pointerStep,
  readList,
  readText,
  wrongType,
  type CheckEntry,
  type DocumentProblem,
  type JsonRecord,
} from '#renderer/documents/document-problems.ts'

export interface ReadLayout {
  /** The valid parts of the frame; missing parts are empty. */
  layout: LayoutAnswer
  problems: DocumentProblem[]
}

const known = new WeakMap<object, ReadLayout>()

/** Reads the frame's document: valid parts of the menu are drawn, and the others are reported with their place. */
export function readLayout(given: unknown): ReadLayout {
  const source = isRecord(given) ? given : undefined
  const before = source && known.get(source)
  if (before) return before
  const problems: DocumentProblem[] = []
  if (!source) problems.push(wrongType('', 'object', given))
  const parts = source ?? { navbar: {}, profile: {}, createButton: {}, sidebar: [] }
  const navbar = part(parts, 'navbar', '', problems)
  const brand = part(navbar, 'brand', '/navbar', source ? problems : [])
  const profile = part(parts, 'profile', '', problems)
  const layout: LayoutAnswer = {
    navbar: {
      brand: {
        name: readText(brand.name, '/navbar/brand/name', problems) ?? '',
        logo: readText(brand.logo ?? undefined, '/navbar/brand/logo', problems),
      },
      left: menu(navbar.left, '/navbar/left', problems),
      right: menu(navbar.right, '/navbar/right', problems),
    },
    profile: {
      name: readText(profile.name, '/profile/name', problems) ?? '',
      avatar: readList(profile.avatar, '/profile/avatar', isAvatar, problems),
      children: menu(profile.children, '/profile/children', problems),
    },
    createButton: Object.fromEntries(
      Object.entries(part(parts, 'createButton', '', problems)).flatMap(([name, entry]) =>
        menu([entry], '/createButton', problems, name).map((item) => [name, item]),
      ),
    ),
    sidebar: menu(parts.sidebar ?? null, '/sidebar', problems),
    sidebarSettings: menu(parts.sidebarSettings, '/sidebarSettings', problems),
    footer: readText(parts.footer, '/footer', problems),
    flags: parts.flags === undefined ? undefined : part(parts, 'flags', '', problems),
    pinned: parts.pinned === undefined ? undefined : readList(parts.pinned, '/pinned', hasTexts('title', 'path'), problems),
    report: parts.report === undefined ? undefined : readReport(parts.report, problems),
  }
  const read = { layout, problems }
  if (source) known.set(source, read)
  return read
}

function part(parent: JsonRecord, key: string, pointer: string, problems: DocumentProblem[]): JsonRecord {
  const value = parent[key]
  if (isRecord(value)) return value
  problems.push(wrongType(`${pointer}/${key}`, 'object', value))
  return {}
}

/** What is not understood is off: nothing is recorded by mistake. */
function readReport(value: unknown, problems: DocumentProblem[]): LayoutAnswer['report'] {
  if (!isRecord(value)) {
    problems.push(wrongType('/report', 'object', value))
    return undefined
  }
  const names = readList(value.private, '/report/private', isName, problems) as string[]
  return { recording: value.recording === true && Array.isArray(value.private), private: names }
}

const isName: CheckEntry = (entry, pointer) => (typeof entry === 'string' ? null : wrongType(pointer, 'string', entry))

const isAvatar: CheckEntry = (entry, pointer) =>
  isRecord(entry) && typeof entry.link === 'string' ? null : wrongType(`${pointer}/link`, 'string', isRecord(entry) ? entry.link : entry)

const isMissing = (value: unknown): boolean => value === undefined || value === null

/** Entries of a menu; `name` returns the pointer of an entry. */
function menu(value: unknown, pointer: string, problems: DocumentProblem[], name?: string): LayoutMenuItem[] {
  const at = (index: number): string => `${pointer}/${name === undefined ? index : pointerStep(name)}`
  if (value !== undefined && !Array.isArray(value)) {
    problems.push(wrongType(pointer, 'array', value))
    return []
  }
  return (value ?? []).flatMap((entry: unknown, index): LayoutMenuItem[] => {
    const here = at(index)
    const problem = checkEntry(entry, here)
    if (problem) problems.push(problem)
    if (problem || !isRecord(entry)) return []
    return [
      {
        ...(entry as LayoutMenuItem),
        ...(entry.children !== undefined && { children: menu(entry.children, `${here}/children`, problems) }),
      },
    ]
  })
}

const checkEntry: CheckEntry = (entry, pointer) => {
  if (!isRecord(entry)) return wrongType(pointer, 'object', entry)
  const { label, icon, link, badge } = entry
  if (label !== undefined && typeof label !== 'string') return wrongType(`${pointer}/label`, 'string', label)
  if (!isMissing(icon) && typeof icon !== 'string') return wrongType(`${pointer}/icon`, 'string', icon)
  if (!isMissing(badge) && !isRecord(badge)) return wrongType(`${pointer}/badge`, 'object', badge)
  if (isMissing(link) || typeof link === 'string') return null
  if (!isRecord(link)) return wrongType(`${pointer}/link`, 'string', link)
  return typeof link.name === 'string' ? null : wrongType(`${pointer}/link/name`, 'string', link.name)
}
