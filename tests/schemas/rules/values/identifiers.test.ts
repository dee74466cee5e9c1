import { describe, expect, it } from 'vitest'
import { formatIdentifier, parseIdentifier, parseIdentifierCell } from '#schemas/rules/values/identifiers.ts'
import { locales } from '#schemas/rules/locales.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import { readCell } from '#schemas/rules/values/read-cell.ts'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

const valid = {
  'national-code': ['0012345679', '1234567891', '0499370899'],
  'company-id': ['10380284790', '14007650912'],
  card: ['6037991100000003', '6219861034529007'],
  sheba: ['IR820540102680020817909002', 'IR062960000000100324200001'],
  'postal-code': ['1619735744', '7134851237'],
}
const invalid = {
  'national-code': ['0012345678', '1111111111', '123456789', '12345678911', '۰۰۱۲۳۴۵۶۷۹', '001-234567-9'],
  'company-id': ['10380284791', '11111111111', '1038028479', 'abc'],
  card: ['6037991100000004', '0000000000000000', '603799110000000', 'abcd'],
  sheba: ['IR820540102680020817909003', 'DE820540102680020817909002', '820540102680020817909002', 'IR12'],
  'postal-code': ['0619735744', '2222222222', '161973574', '16197-35744'],
}

describe('identifiers of Iran', () => {
  it.each(Object.entries(valid).flatMap(([format, list]) => list.map((text) => [format, text])))('%s: %s is one', (format, text) =>
    expect(fitsFormat(format, text)).toBe(true),
  )
  it.each(Object.entries(invalid).flatMap(([format, list]) => list.map((text) => [format, text])))('%s: %s is none', (format, text) =>
    expect(fitsFormat(format, text)).toBe(false),
  )
  it('are stored in Latin digits without separators, whatever was typed', () => {
    expect(parseIdentifier('national-code', ' ۰۰۱-۲۳۴۵۶۷-۹ ')).toBe('0012345679')
    expect(parseIdentifier('card', '٦٠٣٧ 9911 0000 0003')).toBe('6037991100000003')
    expect(parseIdentifier('sheba', 'ir82 0540 1026 8002 0817 9090 02')).toBe('IR820540102680020817909002')
    expect(parseIdentifier('sheba', '82 0540 1026 8002 0817 9090 02')).toBe('IR820540102680020817909002')
    expect(parseIdentifier('postal-code', '16197–35744')).toBe('1619735744')
    expect(parseIdentifier('company-id', '۱۰۳۸۰۲۸۴۷۹۰')).toBe('10380284790')
    expect(parseIdentifier('digits', ' ۴۱۱ ۲۳ ')).toBe('41123')
  })
  it('a national code that a spreadsheet took for a number has its zeros back', () => {
    expect(parseIdentifierCell('national-code', '12345679')).toBe('0012345679')
    expect(parseIdentifierCell('national-code', '12345678')).toBe('12345678')
  })
  it('are pasted into cells in any digits', () =>
    expect(
      readCell('۶۰۳۷ ۹۹۱۱ ۰۰۰۰ ۰۰۰۳', { type: 'string', format: 'card' }, undefined, { locale: 'fa', timeZone: 'UTC', yes: '', no: '' }),
    ).toEqual({ value: '6037991100000003' }))
  it('are digits alone where nothing else is said, of any length', () => {
    for (const text of ['1', '0012', '4'.repeat(40)]) expect(fitsFormat('digits', text)).toBe(true)
    for (const text of ['zzz', '12a', '۱۲', '']) expect(fitsFormat('digits', text)).toBe(false)
  })
  it('are read in groups', () => {
    expect(formatIdentifier('6037991100000003')).toBe('6037 9911 0000 0003')
    expect(formatIdentifier('IR820540102680020817909002')).toBe('IR82 0540 1026 8002 0817 9090 02')
    expect(formatIdentifier('0012345679')).toBe('0012345679')
    expect(formatIdentifier('10380284790')).toBe('10380284790')
  })
  it.each(locales)('say in %s what is wrong, naming the field', async (locale) => {
    await loadRuleMessages(locale)
    const sentences = Object.keys(valid).map((format) => {
      const errors = validateData({ properties: { a: { type: 'string', format } } }, { a: '1' })
      return ruleMessage(locale, errors.a![0]!.key, { label: '⟨L⟩' })
    })
    expect(new Set(sentences).size).toBe(5)
    for (const sentence of sentences) expect(sentence).toMatch(/⟨L⟩.{10,}/)
  })
})

it.each(locales)('every sentence about a field names it in %s, that about the size of a file too', async (locale) => {
  await loadRuleMessages(locale)
  const keys = ['rules.size', 'rules.required', 'rules.max', 'rules.mobile', 'rules.included', 'rules.invalid']
  for (const key of keys) expect(ruleMessage(locale, key, { label: '⟨L⟩', size: { bytes: 102_400 }, max: 3 }), key).toContain('⟨L⟩')
})
