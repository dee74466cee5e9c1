import { beforeAll, expect, test } from 'vitest'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'

beforeAll(() => loadRuleMessages('en', 'fa'))

test('a moment is told in the zone of whoever reads it, a day as it is', () => {
  const say = (locale: string, date: string) => ruleMessage(locale, 'rules.after', { label: 'Ends at', date }, undefined, 'Asia/Tehran')
  expect(say('en', '2026-11-20T00:00:00.000Z')).toContain('03:30')
  expect(say('fa', '2026-11-20T00:00:00.000Z')).toContain('۰۳:۳۰')
  expect(say('en', '2026-11-20')).toContain('November 20, 2026')
})
