import type { GridFilter } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { clip } from './cell-values.ts'
import { parseChoices, parseRange } from './filter-values.ts'

/** What a chip says of a filter's value; `titleOf` names the choices of a remote select. */
export function describeFilter(filter: GridFilter, value: string, formats: CellFormats, titleOf: (choice: string) => string = (choice) => choice): string {
  const { t } = formats
  switch (filter.kind) {
    case 'boolean':
      return t(value === '1' ? 'grid.yes' : 'grid.no')
    case 'select':
      return list(parseChoices(value).map((choice) => filter.options?.find((option) => String(option.value) === choice)?.title ?? choice), formats)
    case 'remote-select':
      return list(parseChoices(value).map(titleOf), formats)
    case 'date-range':
      return range(value, (end) => formats.date(end) ?? end, t)
    case 'number-range':
      return range(value, (end) => formats.number(end) ?? end, t)
    default:
      return clip(value, 60)
  }
}

const shownChoices = 3

function list(titles: string[], formats: CellFormats): string {
  const shown = titles.slice(0, shownChoices).map((title) => clip(title, 40)).join(formats.t('grid.comma'))
  return titles.length > shownChoices ? `${shown} +${formats.number(titles.length - shownChoices)}` : shown
}

function range(value: string, format: (end: string) => string, t: CellFormats['t']): string {
  const { from, to } = parseRange(value)
  if (from !== '' && from === to) return format(from)
  if (to === '') return t('grid.from_value', { value: format(from) })
  return from === '' ? t('grid.to_value', { value: format(to) }) : t('grid.range_value', { from: format(from), to: format(to) })
}
