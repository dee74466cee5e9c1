import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { cells } from '#renderer/grid/cells/cells.tsx'
import { initials } from '#renderer/grid/cells/cell-values.ts'
import { cellLayouts, type CellKind } from '#renderer/grid/columns/columns.ts'
import { WidgetCell } from '#renderer/grid/cells/widget-cell.tsx'

const formatsOf = (locale: string) =>
  createCellFormats({
    locale,
    timeZone: 'Asia/Tehran',
    t: (key) => key,
    actionTitle: (action) => action.title ?? action.type,
    href: (to, row) => (to === 'nowhere' ? null : `/items/${row.id}`),
    now: () => Date.parse('2024-03-20T12:00:00Z'),
  })

const draw = (
  kind: CellKind,
  value: unknown,
  { locale = 'en', row = {}, ...column }: { locale?: string; row?: object; [key: string]: unknown } = {},
) =>
  renderToStaticMarkup(
    <MemoryRouter>
      {cells[kind]({
        value,
        row: { id: 7, ...row },
        column: { key: 'value', title: 'Value', cell: kind, ...column },
        formats: formatsOf(locale),
      })}
    </MemoryRouter>,
  )

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '')
const kinds = Object.keys(cellLayouts) as CellKind[]

describe('numbers that are names', () => {
  test.each([
    ['text', '1405', '۱۴۰۵'],
    ['link', '1405-0017', '۱۴۰۵-۰۰۱۷'],
    ['code', '1101', '۱۱۰۱'],
    ['text', { id: 1, title: '1101 صندوق' }, '۱۱۰۱ صندوق'],
    ['text', { id: 1, title: '1101 Cash 2' }, '1101 Cash 2'],
    ['text', 'خرید 12 عدد', 'خرید 12 عدد'],
    ['code', 'A-100', 'A-100'],
    ['text', '192.168.1.7', '192.168.1.7'],
  ] as const)('%s shows %j in the digits of the locale, without groups', (kind, value, shown) => {
    expect(textOf(draw(kind, value, { locale: 'fa' }))).toBe(shown)
    expect(textOf(draw(kind, value, { locale: 'en' }))).toBe(typeof value === 'string' ? value : value.title)
  })
})

describe('any value in any cell', () => {
  test.each(kinds)('%s shows a dash for nothing', (kind) => {
    expect(textOf(draw(kind, null))).toBe('—')
    expect(textOf(draw(kind, undefined))).toBe('—')
  })

  test.each(kinds)('%s survives values that it does not expect', (kind) => {
    for (const value of [
      0,
      -1,
      Number.NaN,
      true,
      [],
      {},
      [null],
      { title: 5 },
      [[[]]],
      'text',
      '1e999',
      Symbol.iterator.toString(),
      'x'.repeat(10_000),
      '\u202eabc',
      '<img src=x onerror=alert(1)>',
    ]) {
      const markup = draw(kind, value)
      expect(markup).not.toContain('<img src="x"')
      expect(markup).not.toContain('onerror=alert(1)>')
    }
  })

  test.each(kinds)('%s cuts ten kilobytes', (kind) => {
    expect(textOf(draw(kind, 'x'.repeat(10_000))).length).toBeLessThan(400)
  })
})

test('no amount is clipped: the unit may stand on a second line, and a long one is drawn smaller', () => {
  expect(draw('money', '12.5')).not.toContain('\u00a0')
  expect(draw('money', '99999999999999999999.99')).toContain('data-long')
  expect(draw('money', '12.5')).not.toContain('data-long')
  const priced = draw('product', 'Lamp', { row: { cost: '99999999999999.99' }, price: 'cost' })
  expect(priced).not.toMatch(/grid-clip[^>]*>[^<]*99,999/)
})

test('a pinned row says that it is pinned, and figures of titles have their own width', () => {
  const options = [
    { value: true, title: 'Pinned' },
    { value: false, title: '' },
  ]
  expect(draw('boolean', true, { icon: 'pin', options })).toContain('aria-label="Pinned"')
  expect(draw('boolean', true, { icon: 'pin' })).toContain('aria-label="grid.yes"')
})

describe('formats', () => {
  test('amounts have two decimals and their unit, in the digits of the locale', () => {
    expect(textOf(draw('money', '1234567'))).toBe('1,234,567.00 Rial')
    expect(textOf(draw('money', '12.5', { locale: 'fa' }))).toBe('۱۲/۵۰ ریال')
    // The decimals of the site are its least: a list rounds no amount that the form shows whole.
    const { money } = createCellFormats({
      locale: 'en',
      timeZone: 'UTC',
      t: (key) => key,
      actionTitle: () => '',
      href: () => null,
      currency: 'IRT',
      amountDecimals: 0,
    })
    expect(['10.55', '1500.00', '7'].map((amount) => money(amount)?.replace('\u00a0', ' '))).toEqual([
      '10.55 Toman',
      '1,500 Toman',
      '7 Toman',
    ])
  })
  test('an amount that is rounded has no more decimals than its currency', () => {
    const average = ['35740149.25', 'IRR'] as const
    expect(textOf(draw('money', average[0], { currency: average[1], round: true }))).toBe('35,740,149 Rial')
    expect(textOf(draw('money', average[0], { currency: average[1] }))).toBe('35,740,149.25 Rial')
    expect(textOf(draw('money', '1.239', { currency: 'USD', round: true }))).toBe('1.24 $')
  })
  test('an amount with a currency has the decimals that it needs, and loses none', () => {
    const amounts = [
      ['10.55', 'IRT'],
      ['1500.00', 'IRT'],
      ['12.5', 'USD'],
    ]
    expect(amounts.map(([value, currency]) => textOf(draw('money', value, { currency })))).toEqual([
      '10.55 Toman',
      '1,500 Toman',
      '12.50 $',
    ])
  })
  test('an amount in the currency of a field has the decimals of that row, and no unit where the row has none', () => {
    const drawn = ['IRR', 'USD', null].map((coin) =>
      textOf(draw('money', '12.00', { row: { order: { coin } }, currency_by: 'order.coin' })),
    )
    expect(drawn).toEqual(['12 Rial', '12.00 $', '12.00'])
  })
  test('a date is in the calendar of the locale', () => {
    expect(textOf(draw('date', '2024-03-20', { locale: 'fa' }))).toBe('۰۱ فروردین ۱۴۰۳')
    expect(textOf(draw('date', '2024-03-05'))).toBe('March 05, 2024')
  })
  test('an instant is shown in the zone of the session', () => {
    expect(textOf(draw('date', '2024-03-19T22:00:00Z', { locale: 'fa' }))).toBe('۰۱ فروردین ۱۴۰۳')
  })
  test('relative time', () => {
    expect(textOf(draw('relative', '2024-03-20T11:59:10Z'))).toBe('50 seconds ago')
  })
  test('a time of day is in the digits of the locale, without seconds where it has none', () => {
    expect(['08:30', '17:05:00', '17:05:09', '25:00'].map((value) => textOf(draw('time', value)))).toEqual([
      '08:30',
      '17:05',
      '17:05:09',
      '25:00',
    ])
    expect(textOf(draw('time', '08:30', { locale: 'fa' }))).toBe('۰۸:۳۰')
  })
  test('what is no date is shown as it is', () => {
    expect(textOf(draw('date', 'soon'))).toBe('soon')
  })
})

describe('cells', () => {
  test('a badge has the title and the colour of its option', () => {
    const options = [
      { value: 'draft', title: 'Draft', color: 'warning' },
      { value: false, title: '' },
    ]
    expect(draw('badge', 'draft', { options })).toContain('data-color="warning"')
    expect(textOf(draw('badge', 'draft', { options }))).toBe('Draft')
    expect(textOf(draw('badge', 'other', { options }))).toBe('other')
    expect(draw('badge', false, { options })).toBe('')
    const withNone = [{ value: null, title: 'Not verified' }, ...options]
    for (const missing of [null, undefined]) expect(textOf(draw('badge', missing, { options: withNone }))).toBe('Not verified')
  })
  test('a link leads where its target says, and is plain text when that is nowhere', () => {
    expect(draw('link', 'Title', { to: 'items' })).toContain('href="/items/7"')
    expect(draw('link', 'Title', { to: 'nowhere' })).not.toContain('href')
  })
  test('a link with an action is a button, unless the row does not offer it', () => {
    const action = { type: 'modal', flag: 'can_view', options: { modal: 'view' } }
    expect(draw('link', 'Title', { action, row: { can_view: true } })).toContain('<button')
    expect(draw('link', 'Title', { action, row: { can_view: false } })).not.toContain('<button')
  })
  test('a code is cut at 25 characters', () => {
    const code = 'A'.repeat(40)
    expect(textOf(draw('code', code))).toBe(`${'A'.repeat(25)}…`)
  })
  test('ids are names and no amounts: without groups of digits, in the digits of the locale', () => {
    expect(['id', 'author_id', 'author.id', 'paid'].map((key) => textOf(draw('number', 3000, { key })))).toEqual([
      '3000',
      '3000',
      '3000',
      '3,000',
    ])
    expect(textOf(draw('number', 3000, { key: 'id', locale: 'fa' }))).toBe('۳۰۰۰')
  })
  test('a telephone number stands in groups, however it is kept', () => {
    expect(
      ['+989121000000', { country_code: '98', mobile: '9121000000' }, 'ask her'].map((value) => textOf(draw('mobile', value))),
    ).toEqual(['+98 912 100 0000', '+98 912 100 0000', 'ask her'])
  })
  test('numbers of people are in the font of all other numbers; only codes are in fixed width', () => {
    expect(['mobile', 'phone', 'identifier', 'code'].map((kind) => draw(kind as CellKind, '09121000000').includes('<code'))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
  test('only safe addresses become pictures', () => {
    expect(draw('image', { versions: { panel_thumb: '/thumb.png' } })).toContain('src="/thumb.png"')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png'])
      expect(draw('image', address)).not.toContain('<img')
  })
  test('a colour that is no colour never reaches a style', () => {
    expect(draw('color', '#027A79')).toContain('background-color:#027A79')
    expect(draw('color', 'url(https://evil.example)')).not.toContain('style')
    expect(draw('tags', [{ title: 'a', color: 'red;background:url(x)' }])).not.toContain('style')
  })
  test('a person without a picture has two letters, or one sign that fills the circle', () => {
    expect(
      ['Sara Ahmadi', '王 小明', '김 민수', 'Li 王', '👨‍👩‍👧 Ali', 'é\u0301li Ö'].map((name) => initials(name).replace('\u200c', '')),
    ).toEqual(['SA', '王', '김', 'L', '👨‍👩‍👧', 'é\u0301Ö'])
  })
  test('a cell that nobody draws shows its value, marked', () => {
    const markup = renderToStaticMarkup(
      <WidgetCell value="kept" row={{ id: 7 }} column={{ key: 'value', title: 'Value', cell: 'hologram' }} formats={formatsOf('en')} />,
    )
    expect([textOf(markup), markup.includes('grid.unknown_cell')]).toEqual(['kept', true])
  })
  test('tags past the third are counted', () => {
    expect(textOf(draw('tags', ['a', 'b', 'c', 'd', 'e']))).toBe('abc+2')
  })
  test('each tag after the first can give way to a count, which names what it stands for', () => {
    const drawn = draw('tags', ['a', 'b', 'c', 'd'])
    const counts = [...drawn.matchAll(/data-more="([^"]+)" title="([^"]+)"/g)].map(([, count, title]) => [count, title])
    expect(counts.map(([count]) => count)).toEqual(['+3', '+2'])
    expect(counts[1]![1]).toMatch(/^c.*d$/)
    expect(drawn).toMatch(/role="img" aria-label="d" title="d">\+1</)
  })
  test('true and false are told in words too', () => {
    expect(draw('boolean', true)).toContain('aria-label="grid.yes"')
    expect(draw('boolean', false)).toContain('aria-label="grid.no"')
  })
})

test("tags are told by the titles and colours of the column's choices", () => {
  const options = [{ value: 'editor', title: 'Editor', color: 'info' }]
  const markup = draw('tags', ['editor', 'other'], { options })
  expect(textOf(markup)).toBe('Editorother')
  expect(markup).toContain('data-color="info"')
})

test('a title is plain text where the record may not be viewed', () => {
  const action = { type: 'modal', options: { modal: 'quick-view' } }
  expect(draw('link', 'Secret', { action, row: { can_view: false } })).not.toContain('cell-action')
  expect(draw('link', 'Open', { action, row: { can_view: true } })).toContain('cell-action')
  expect(draw('link', 'Secret', { to: 'book-edit', row: { can_view: false } })).not.toContain('<a')
})

describe('values that a cell cannot draw', () => {
  test.each([
    ['date', 'soon'],
    ['number', 'many'],
    ['money', {}],
    ['boolean', 'maybe'],
    ['progress', 'half'],
    ['sparkline', [1, 'x']],
    ['color', 'reddish'],
    ['image', 'javascript:alert(1)'],
  ] as const)('%s marks %o and shows it', (kind, value) => {
    expect(draw(kind, value)).toContain('aria-description="grid.bad_value"')
  })
})

describe('drawn cells', () => {
  test('progress is told in per cent of its greatest value, and its bar stays inside', () => {
    expect(draw('progress', 3, { max: 12 })).toContain('aria-valuenow="25"')
    expect(draw('progress', 500)).toContain('inline-size:100%')
    expect(draw('progress', '-4')).toContain('inline-size:0%')
  })
  test('a sparkline has a point a number, and a single one in its middle', () => {
    expect(/points="([^"]*)"/.exec(draw('sparkline', [1, 2, 3]))?.[1]?.split(' ')).toHaveLength(3)
    expect(draw('sparkline', [5])).toContain('points="48.0,')
    expect(
      draw(
        'sparkline',
        Array.from({ length: 5000 }, (_, at) => at),
      ).length,
    ).toBeLessThan(6000)
  })
  test('a product takes its parts from its fields, or from the record that it is', () => {
    const byFields = draw('product', 'Tea', { row: { sku: 'T-1', price: '1200' }, sku: 'sku', price: 'price', currency: 'IRR', to: 'item' })
    expect(textOf(byFields)).toBe('TeaT-1 · 1,200\u00a0Rial')
    expect(byFields).toContain('href="/items/7"')
    expect(textOf(draw('product', { title: 'Pot', sku: 'P-2' }))).toBe('PotP-2')
  })
  test('formatted text is shown without its format', () => {
    expect(textOf(draw('html', '<h2>Tea</h2><p>from <b>Lahij</b>an &amp; elsewhere</p>'))).toBe('Tea from Lahijan &amp; elsewhere')
    expect(textOf(draw('html', '&lt;b&gt;'))).toBe('&lt;b&gt;')
  })
  test('a file is a picture, or a link with its name; no address of another kind is followed', () => {
    expect(draw('file', { link: '/files/a.png', name: 'a.png', mime_type: 'image/png' })).toContain('<img')
    expect(draw('file', [{ link: '/files/a.pdf', name: 'terms.pdf' }])).toContain('href="/files/a.pdf"')
    expect(draw('file', { link: 'javascript:alert(1)', name: 'x.pdf' })).not.toContain('href')
  })
  test('rows are told by their names, or counted', () => {
    expect(textOf(draw('rows', [{ title: 'Tea' }, { title: 'Pot' }]))).toBe('Tea, Pot')
    expect(textOf(draw('rows', [{ count: 1 }, { count: 2 }]))).toContain('grid.rows_count')
  })
  test('a text that no QR code holds is marked', () => {
    expect(draw('qr', 'x'.repeat(2000))).toContain('grid-bad')
    expect(draw('qr', 'https://example.org')).toContain('aria-haspopup="dialog"')
  })
})
