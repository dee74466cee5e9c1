import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { locales } from '#schemas/rules/locales.ts'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { interpolate, interpolateDeep, pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import { localiseText } from '#server/documents/localise.ts'
import type { Owned } from '#server/documents/registry.ts'
import { systemCaller, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { namedValues } from '#server/model/titles.ts'
import { takeEvents, type RecordEvent } from './due-events.ts'
import { markRecipients } from './notice-points.ts'
import { recipientsOf } from './recipients.ts'
import { nameOf, reachesNobody, storeNotice, type NoticeText } from './store-notice.ts'

/** Writes the notifications about everything that the call has done, in its transaction. */
export async function tellEvents(context: ModelContext): Promise<void> {
  const events = takeEvents(context.trx)
  const told = new Set<string>()
  for (const event of events) {
    for (const owned of context.registry.notifications.get(event.entity.name) ?? []) {
      const key = `${nameOf(owned)} ${event.after.id}`
      const points = pointsOf(owned.document, event)
      if (told.has(key) || points.length === 0) continue
      const [row] = await selectAnyRows(context, event.entity, [event.after.id])
      if (!row || row.deleted_at || !holds(owned.document, event.entity, row)) continue
      told.add(key)
      await tell(context, event.entity, row, owned, owned.document.once ? points : [])
    }
  }
}

/** What an event means to a notification: thresholds that are reached, the highest last; `''` for anything else that it tells of. */
function pointsOf({ on }: NotificationDocument, { entity, before, after, transition }: RecordEvent): string[] {
  const valueOf = (row: StoredRow | undefined, field: string) => row?.[entity.shape.byName.get(field)?.name ?? field] ?? null
  const differs = (field: string) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field))
  const reached = on.reaches ? thresholdsPassed(on.reaches.at, valueOf(before, on.reaches.field), valueOf(after, on.reaches.field)) : []
  if (reached.length > 0) return reached
  const tells =
    transition !== undefined
      ? [on.transition ?? []].flat().includes(transition)
      : before
        ? (on.changed?.some(differs) ?? false)
        : on.created === true
  return tells ? [''] : []
}

function thresholdsPassed(thresholds: readonly string[], before: unknown, after: unknown): string[] {
  if (after === null) return []
  const passed = thresholds.filter(
    (threshold) => compareDecimal(String(after), threshold) >= 0 && (before === null || compareDecimal(String(before), threshold) < 0),
  )
  return passed.sort(compareDecimal)
}

export const holds = ({ only_if: condition }: NotificationDocument, { document }: ModelEntity, row: StoredRow): boolean =>
  condition === undefined || matches(withFieldFormats(condition, document.schema), row)

/** Tells of a record, of its points only those to whom they were not told before. */
export async function tell(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  owned: Owned<NotificationDocument>,
  points: readonly string[] = [],
): Promise<void> {
  const wanting = await recipientsOf(context, entity, row, owned)
  const recipients = points.length > 0 ? await markRecipients(context, owned, row, points, wanting) : wanting
  if (reachesNobody(owned, recipients)) return
  const { texts, link } = await write(context, entity, row, owned)
  await storeNotice(context, owned, { texts, link, record: { entity: entity.name, id: row.id } }, recipients)
}

/** Its texts in every language of the panel, and where it leads. A protected field is in no notification. */
async function write(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  { module, document: { title, text, link, channels } }: Owned<NotificationDocument>,
): Promise<{ texts: Record<string, NoticeText>; link?: unknown }> {
  const texts: Record<string, NoticeText> = {}
  let target: unknown
  for (const locale of context.config?.locales ?? locales) {
    const say = (written: string) => localiseText(context.registry, module, locale, written)
    const said = { title: say(title), ...(text !== undefined && { text: say(text) }) }
    const paths = [...pathsIn(said.title), ...pathsIn(said.text ?? ''), ...pathsIn(JSON.stringify(link ?? null))]
    const fields = paths.flatMap((path) => (path.startsWith('record.') ? [path.slice('record.'.length)] : []))
    const open = fields.filter((path) => entity.document.access?.fields?.[path.split('.')[0]!] === undefined)
    const reader = { ...context, caller: systemCaller(locale) }
    const [values] = await namedValues(reader, entity, [row], [...new Set(open)], { trusted: true })
    const record = { ...values, id: row.id }
    texts[locale] = {
      title: interpolate(said.title, { record }),
      ...(said.text !== undefined && { text: interpolate(said.text, { record }) }),
      ...(channels?.includes('pattern-sms') && { values: insertedValues(open, record) }),
    }
    target ??= link && interpolateDeep(link, { record: { ...record, ...rawValues(entity, row, open) } })
  }
  return { texts, link: target }
}

/** Choices as they are stored: an address has no words. */
const rawValues = (entity: ModelEntity, row: StoredRow, paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    paths
      .filter((path) => !path.includes('.'))
      .flatMap((path) => {
        const column = entity.shape.byName.get(path)
        return column?.values === undefined ? [] : [[path, row[column.name]]]
      }),
  )

const insertedValues = (paths: readonly string[], record: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path.replaceAll('.', '_'), interpolate(`{record.${path}}`, { record })]))
