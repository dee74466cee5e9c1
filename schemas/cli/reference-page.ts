import { extensionWords } from '#schemas/check/extension/check-extension.ts'
import { extendableKinds } from '#schemas/extensions/extend-modules.ts'
import { builtInCells } from '#schemas/check/screen/check-columns.ts'
import { filterKindsFor } from '#schemas/check/form/field-kinds.ts'
import { iconNames } from '#schemas/rules/icon-names.ts'
import type { RuleName } from '#schemas/rules/validation/rule-string.ts'
import type { WidgetDocument } from '#schemas/types/contract.d.ts'
import { readWidgetManifests } from './module-folder.ts'

const cells: Record<string, [draws: string, example: string]> = {
  text: ['any value, cut when long', '"title"'],
  number: ['a number, in the digits of the locale', '{ "key": "stock", "cell": "number" }'],
  money: [
    'a decimal with its `currency`; `round` shows no more decimals than that has',
    '{ "key": "price", "cell": "money", "currency": "IRR" }',
  ],
  words: ['an amount in words, with its `currency`', '{ "key": "payable", "cell": "words", "currency": "IRR" }'],
  date: ['a day in the calendar of the locale', '{ "key": "birthday", "cell": "date" }'],
  datetime: ['a day and a time', '{ "key": "created_at", "cell": "datetime" }'],
  relative: ['how long ago, e.g. "3 hours ago"', '{ "key": "updated_at", "cell": "relative" }'],
  time: ['a time of day, in the digits of the locale', '{ "key": "opens_at", "cell": "time" }'],
  badge: ['a value under its title and colour of `options`', '{ "key": "status", "cell": "badge" }'],
  boolean: ['a mark for true; `icon: "pin"` draws a pin', '{ "key": "is_pinned", "cell": "boolean", "icon": "pin" }'],
  image: ['a small picture of an address', '{ "key": "thumbnail", "cell": "image" }'],
  link: ['the value as a link `to` somewhere, or a button of an `action`', '{ "key": "title", "cell": "link", "to": "library-book-edit" }'],
  user: ['a person with initials, or the `picture` of a field', '{ "key": "author", "cell": "user", "picture": "author.avatar" }'],
  tags: ['a list as tags', '{ "key": "categories", "cell": "tags" }'],
  color: ['a colour with its code', '{ "key": "color", "cell": "color" }'],
  icon: ['an icon of the list below, by its name', '{ "key": "icon", "cell": "icon" }'],
  code: ['text in fixed width, which can be copied', '{ "key": "code", "cell": "code" }'],
  mobile: ['a mobile number in groups, as its field writes it', '{ "key": "mobile", "cell": "mobile" }'],
  phone: ['any telephone number in groups', '{ "key": "phone", "cell": "phone" }'],
  identifier: [
    'a national code, bank card, sheba number or another number of digits, from left to right and in groups',
    '{ "key": "national_code", "cell": "identifier" }',
  ],
  progress: ['a number as a bar, of `max` or 100', '{ "key": "done", "cell": "progress", "max": 12 }'],
  sparkline: ['a list of numbers as a line', '{ "key": "visits", "cell": "sparkline" }'],
  html: ['formatted text; in a list its beginning, without the format', '{ "key": "text", "cell": "html" }'],
  file: ['pictures, and other files by name', '{ "key": "attachments", "cell": "file" }'],
  rows: [
    'a list of objects: in a list what its rows are called, in a details block a table of their `columns`',
    '{ "key": "lines", "cell": "rows" }',
  ],
  qr: ['a text, shown as a QR code when asked for', '{ "key": "address", "cell": "qr" }'],
  product: [
    'picture, title, code and price, from the fields that the column names',
    '{ "key": "title", "cell": "product", "picture": "thumbnail", "sku": "sku", "price": "price", "currency": "IRR", "to": "shop-product-edit" }',
  ],
}

const rules: Record<RuleName, [argument: string, meaning: string]> = {
  after: [
    '`after:today`, `after:2024-01-31`, `after:starts_at`',
    'a date after today, a day or another field; a number above that of another field',
  ],
  alpha: ['`alpha`', 'letters of any script'],
  alpha_dash: ['`alpha_dash`', 'letters, digits, hyphens, underscores'],
  alpha_num: ['`alpha_num`', 'letters and digits'],
  between: ['`between:1,10`', 'a number between the two, both included'],
  confirmed: ['`confirmed`, `confirmed:again`', 'equal to `<name>_confirmation`, or to the named field'],
  currency: ['`currency`', 'the code of a currency that is in use, or a list of them'],
  decimal: ['`decimal`, `decimal:2`', 'a number, with at most so many decimals'],
  digits: ['`digits:10`', 'so many digits'],
  email: ['`email`', 'an address of mail, or a list of them'],
  included: ['`included:a,b`', 'one of these'],
  excluded: ['`excluded:a,b`', 'none of these'],
  length: ['`length:5`, `length:2,5`', 'so many characters or entries, or from so many to so many'],
  max: ['`max:200`', 'at most so many characters or entries'],
  max_value: ['`max_value:100`, `max_value:ordered`', 'at most this number, or the number in another field'],
  min: ['`min:8`', 'at least so many characters or entries'],
  min_value: ['`min_value:0`, `min_value:least`', 'at least this number, or the number in another field'],
  numeric: ['`numeric`', 'digits only'],
  regex: [
    '`regex:^[a-z]+$`',
    'matches the pattern; a pipe inside belongs to the pattern; a decimal is matched as it is stored (`007.50` as `7.50`)',
  ],
  required: ['`required`', 'is there'],
  required_if: ['`required_if:status,published`', 'is there when the other field has one of the values, or any'],
  size: ['`size:512`', 'a file of at most so many kilobytes'],
  url: ['`url`', 'a web address, or a list of them'],
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** The page of all names that documents may use. `npm run generate` writes it, and a test checks that it is up to date. */
export function referencePage(widgets: Record<string, WidgetDocument> = readWidgetManifests()): string {
  const list = Object.values(widgets).sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
  const props = ({ props: schema }: WidgetDocument): string =>
    Object.entries((schema as { properties?: Record<string, { type?: unknown }> } | undefined)?.properties ?? {})
      .map(([name, { type }]) => `\`${name}\`${typeof type === 'string' ? ` ${type}` : ''}`)
      .join(', ')
  const fields: [string, Parameters<typeof filterKindsFor>[0]][] = [
    ['text', { type: 'string' }],
    ['number, decimal', { type: 'integer' }],
    ['date, date-time', { type: 'string', format: 'date' }],
    ['boolean', { type: 'boolean' }],
    ['enum', { enum: ['a'] }],
    ['reference', { type: 'integer', references: 'x' }],
    ['list', { type: 'array' }],
  ]
  return `${[
    '# What documents may name',
    'Written by `npm run generate`; how to use it stands in [writing a module](writing-a-module.md).',
    '## Cells',
    'The `cell` of a column. It follows from the field when left out. A cell widget may be named too. A value that a cell cannot draw is shown as it is, and marked.',
    table(
      ['cell', 'draws', 'for example'],
      builtInCells.map((name) => [`\`${name}\``, cells[name]![0], `\`${cells[name]![1]}\``]),
    ),
    '## Filters',
    'The `kind` of a filter follows from the field; these fit.',
    table(
      ['field', 'kinds'],
      fields.map(([name, field]) => [
        name,
        filterKindsFor(field)
          .map((kind) => `\`${kind}\``)
          .join(', '),
      ]),
    ),
    '## Rules',
    'In `rules`, separated by pipes. All but `required` and `required_if` let an empty value pass.',
    table(
      ['rule', 'holds of what'],
      Object.values(rules).map((row) => [...row]),
    ),
    '## Extensions',
    'What a document in `extensions/` may say, by the document that it extends.',
    table(
      ['extends', 'adds'],
      extendableKinds.map((kind) => [
        `\`module/${kind === 'module' || kind === 'layout' ? kind : `${kind}/name`}\``,
        extensionWords[kind].map((word) => `\`${word}\``).join(', '),
      ]),
    ),
    '## Widgets',
    'Of kind `field` in the `ui` of a form, where further properties are its props; of kind `block` in a screen.',
    table(
      ['widget', 'kind', 'what it is', 'props'],
      list.map((widget) => [`\`${widget.name}\``, widget.kind, widget.title, props(widget)]),
    ),
    '## Icons',
    iconNames.map((name) => `\`${name}\``).join(', '),
  ].join('\n\n')}\n`
}
