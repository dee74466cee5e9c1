import { useRef, useState } from 'react'
import { printWhere, whereLimits } from '#schemas/rules/conditions/where.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { addDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { foldText, parseNumber } from '#schemas/rules/numbers/digits.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { titleSource } from '#renderer/form/fields/use-titles.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { Rows } from './use-rows.ts'

/** How codes become rows: the record whose field `by` is a code goes into the field `into`, and `count` counts. */
export interface ScanSettings {
  by: string
  into: string
  count: string
}

/** A code that was scanned or pasted, with how many it stands for as it came. */
export interface ScannedCode {
  code: string
  count: string
}

/** Codes that are asked for at once: each is a condition. */
const codesAtOnce = whereLimits.conditions

/** The codes of a pasted block: the first cell of a line, with the count beside it. */
export const codesOf = (block: readonly (readonly string[])[]): ScannedCode[] =>
  block.flatMap(([code = '', count = '']) => (code.trim() === '' ? [] : [{ code: code.trim(), count: count.trim() || '1' }]))

/**
 * Rows with codes taken over: what a record has already been counted in is raised, another one takes the first empty row or a new one.
 * Codes without a record of their own, with a count that is no number, and those for which there is no room are left over.
 */
export function takeCodes(
  before: readonly unknown[],
  codes: readonly ScannedCode[],
  { into, count }: Pick<ScanSettings, 'into' | 'count'>,
  { idOf, locale, most, fresh }: { idOf: (code: string) => unknown; locale: string; most: number; fresh: () => unknown },
): { rows: unknown[]; left: ScannedCode[] } {
  const rows = [...before]
  const left: ScannedCode[] = []
  for (const scanned of codes) {
    const id = idOf(scanned.code)
    const more = toDecimal(parseNumber(scanned.count, locale))
    const known = id === undefined ? -1 : rows.findIndex((row) => isRecord(row) && String(row[into]) === String(id))
    const empty = rows.findIndex((row) => isEmpty(row) || (isRecord(row) && isEmpty(row[into]) && isEmpty(row[count])))
    const at = known !== -1 ? known : empty !== -1 ? empty : rows.length
    if (id === undefined || more === undefined || at >= Math.max(most, rows.length)) {
      left.push(scanned)
      continue
    }
    const row = at < rows.length ? rows[at] : fresh()
    const old = isRecord(row) && known !== -1 ? toDecimal(row[count]) : undefined
    rows[at] = { ...(isRecord(row) ? row : {}), [into]: id, [count]: addDecimal(old ?? '0', more) }
  }
  return { rows, left }
}

/** The record that has a code, however it is spelled; none where several have it, since nobody knows which of them was meant. */
export function onlyId(records: readonly Record<string, unknown>[], by: string, code: string): unknown {
  const found = records.filter((one) => foldText(String(one[by])) === foldText(code))
  return found.length === 1 ? found[0]!.id : undefined
}

/** Takes codes over into the rows of a list, in their order, while further ones come in. What finds no record is kept, to be told. */
export function useScan(rows: Rows, settings: ScanSettings | undefined, itemUi: Readonly<Record<string, unknown>>) {
  const { noteTitles } = useFormScope()
  const { locale } = useLocale()
  const [left, setLeft] = useState<ScannedCode[]>([])
  const [waiting, setWaiting] = useState(0)
  const queue = useRef<ScannedCode[]>([])
  const isRunning = useRef(false)

  async function run({ by, into, count }: ScanSettings): Promise<void> {
    isRunning.current = true
    for (let codes = queue.current.splice(0, codesAtOnce); codes.length > 0; codes = queue.current.splice(0, codesAtOnce)) {
      try {
        const source = titleSource(rows.itemSchema.properties?.[into] as FieldSchema | undefined, uiOf(itemUi[into]))
        const wanted = [...new Set(codes.map(({ code }) => code))]
        const where = printWhere({ join: 'or', of: wanted.map((code) => ({ key: by, operator: 'is', values: [code] })) })
        const params = { ...source?.params, where, page_size: 2 * codesAtOnce }
        const { results } = await callNamed<Record<string, unknown>[]>(source?.endpoint ?? 'list', { method: 'GET', params })
        noteTitles?.(results.map(({ id, title }) => ({ value: id, title: String(title) })))
        const idOf = (code: string): unknown => onlyId(results, by, code)
        const taken = takeCodes(rows.present(), codes, { into, count }, { idOf, locale, most: rows.most, fresh: rows.fresh })
        rows.replace(taken.rows)
        setLeft((before) => [...before, ...taken.left])
      } catch (error) {
        setLeft((before) => [...before, ...codes])
        showFailure(asFailure(error, 'list'))
      }
      setWaiting(queue.current.length)
    }
    isRunning.current = false
  }
  function scan(codes: readonly ScannedCode[]): void {
    if (!settings || codes.length === 0) return
    queue.current.push(...codes)
    setWaiting(queue.current.length)
    if (!isRunning.current) void run(settings)
  }
  return settings && { ...settings, scan, left, waiting, clear: () => setLeft([]) }
}

export type Scan = NonNullable<ReturnType<typeof useScan>>
