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
