import { useMemo } from 'react'
import { interpolate, type Context } from '#schemas/rules/text/interpolate.ts'
import { sanitise } from '#renderer/ui/sanitise-html.ts'
import type { BlockProps } from './block-props.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** A copy in which every text is escaped for HTML, so that inserted values stay text. */
function escaped(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value !== 'object' || value === null || depth > 12) return value
  return Array.isArray(value)
    ? value.map((item) => escaped(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item, depth + 1)]))
}

/** Markup of a document, sanitised: no scripts, handlers, styles, forms or frames; links of another window cannot reach back. */
export default function HtmlBlock({ block, data }: BlockProps) {
  const html = useMemo(() => sanitise(interpolate(String(block.html ?? ''), escaped(data) as Context)), [block.html, data])
  return <div className="pf-html" data-tone={block.tone} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
