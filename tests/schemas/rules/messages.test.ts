import { beforeAll, expect, test } from 'vitest'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'

beforeAll(() => loadRuleMessages())

test('limits are written in the digits and the groups of the reader, years without groups', () => {
  const limit = (locale: string, max: unknown) => ruleMessage(locale, 'rules.max_value', { label: 'L', max })
  expect(limit('en', '1000000000000000')).toContain('1,000,000,000,000,000')
  expect(limit('fa', '1000000000000000')).toContain('۱٬۰۰۰٬۰۰۰٬۰۰۰٬۰۰۰٬۰۰۰')
  expect(limit('de', 99999.5)).toContain('99.999,5')
  expect(limit('en', 2100)).toContain(' 2100')
  expect(ruleMessage('en', 'rules.min_value', { label: 'L', min: -10000 })).toContain('-10,000')
})

test('a moment is told in the zone of whoever reads it, a day as it is', () => {
  const say = (locale: string, date: string) => ruleMessage(locale, 'rules.after', { label: 'Ends at', date }, undefined, 'Asia/Tehran')
  expect(say('en', '2026-11-20T00:00:00.000Z')).toContain('03:30')
  expect(say('fa', '2026-11-20T00:00:00.000Z')).toContain('۰۳:۳۰')
  expect(say('en', '2026-11-20')).toContain('November 20, 2026')
})
