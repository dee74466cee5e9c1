import type { Page } from 'playwright/test'
import { save, showForm } from './page-form.ts'
import { expect, findViolations, test } from './panel.ts'

interface Case {
  rule: string
  rules: string
  bad: string
  said: Record<'fa' | 'en', RegExp>
  /** The label of a repeated entry says that it is one ("Repeat the password"): its sentence does without. */
  unnamed?: boolean
}

/** Each rule, broken once: the field is called by the rule's name in capitals. */
const cases: Case[] = [
  { rule: 'after', rules: 'after:2024-01-10', bad: '2024-01-09', said: { en: /after/, fa: /[آ-ی]{2}/ } },
  { rule: 'alpha', rules: 'alpha', bad: 'ab1', said: { en: /letters/, fa: /[آ-ی]{2}/ } },
  { rule: 'alpha_dash', rules: 'alpha_dash', bad: 'a b', said: { en: /letters/, fa: /[آ-ی]{2}/ } },
  { rule: 'alpha_num', rules: 'alpha_num', bad: 'a-1', said: { en: /letters/, fa: /[آ-ی]{2}/ } },
  { rule: 'between', rules: 'between:1,5', bad: '6', said: { en: /1.*5/, fa: /[آ-ی]{2}/ } },
  { rule: 'confirmed', rules: 'confirmed', bad: 'other', said: { en: /do not match/, fa: /یکسان/ }, unnamed: true },
  { rule: 'currency', rules: 'currency', bad: 'ZZZ', said: { en: /currency/, fa: /[آ-ی]{2}/ } },
  { rule: 'decimal', rules: 'decimal:2', bad: '1.234', said: { en: /2/, fa: /[آ-ی]{2}/ } },
  { rule: 'digits', rules: 'digits:10', bad: '123456789', said: { en: /10/, fa: /[آ-ی]{2}/ } },
  { rule: 'email', rules: 'email', bad: 'a@b', said: { en: /email/, fa: /[آ-ی]{2}/ } },
  { rule: 'excluded', rules: 'excluded:a,b', bad: 'a', said: { en: /\S/, fa: /[آ-ی]{2}/ } },
  { rule: 'included', rules: 'included:a,b', bad: 'c', said: { en: /\S/, fa: /[آ-ی]{2}/ } },
  { rule: 'length', rules: 'length:4', bad: 'abc', said: { en: /4/, fa: /[آ-ی]{2}/ } },
  { rule: 'max', rules: 'max:3', bad: 'abcd', said: { en: /3/, fa: /[آ-ی]{2}/ } },
  { rule: 'max_value', rules: 'max_value:10', bad: '11', said: { en: /10/, fa: /[آ-ی]{2}/ } },
  { rule: 'min', rules: 'min:3', bad: 'ab', said: { en: /3/, fa: /[آ-ی]{2}/ } },
  { rule: 'min_value', rules: 'min_value:10', bad: '9', said: { en: /10/, fa: /[آ-ی]{2}/ } },
  { rule: 'numeric', rules: 'numeric', bad: '12a', said: { en: /digits|number/, fa: /[آ-ی]{2}/ } },
  { rule: 'regex', rules: 'regex:^(a|b)$', bad: 'c', said: { en: /\S/, fa: /[آ-ی]{2}/ } },
  { rule: 'required', rules: 'required', bad: '', said: { en: /required/, fa: /[آ-ی]{2}/ } },
  { rule: 'required_if', rules: 'required_if:kind,legal', bad: '', said: { en: /required/, fa: /[آ-ی]{2}/ } },
  { rule: 'url', rules: 'url', bad: 'foo', said: { en: /address|URL/i, fa: /[آ-ی]{2}/ } },
]
/** Its field is an editor of its own, filled in apart. */
const size: Case = { rule: 'size', rules: 'size:1', bad: '[{ "name": "a.png", "size": 5000 }]', said: { en: /1/, fa: /[آ-ی]{2}/ } }
const labelOf = (rule: string): string => `Field ${rule.toUpperCase()}`
const properties = {
  ...Object.fromEntries(cases.map(({ rule, rules }) => [rule, { type: 'string', title: labelOf(rule), rules }])),
  size: {
    type: 'array',
    title: labelOf('size'),
    rules: size.rules,
    items: { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } },
  },
  foo: { type: 'string', title: 'Field FOO', rules: 'foo' },
  kind: { type: 'string', title: 'Kind', default: 'legal' },
  confirmed_confirmation: { type: 'string', title: 'Again', default: 'one' },
}
const form = { name: 'rules', schema: { type: 'object', properties }, ui: { size: { widget: 'json' } } }

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

for (const panelLocale of ['en', 'fa'] as const)
  test.describe(`each rule in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test("is told under its field, with the field's label, and keeps the form from being sent", async ({ page }) => {
      const sent = await showForm(page, form)
      for (const { rule, bad } of cases) if (bad !== '') await field(page, labelOf(rule)).fill(bad)
      await page.locator('.pf-field', { hasText: labelOf('size') }).evaluate((element) => element.scrollIntoView()) // its editor is loaded once it is near
      await expect(page.locator('.cm-content')).toBeVisible()
      await field(page, labelOf('size')).fill(size.bad)
      await save(page)
      for (const { rule, said, unnamed } of [...cases, size]) {
        if (!unnamed) await expect(field(page, labelOf(rule)), rule).toHaveAccessibleDescription(new RegExp(labelOf(rule)))
        await expect(field(page, labelOf(rule)), rule).toHaveAccessibleDescription(said[panelLocale])
      }
      await expect(field(page, 'Field FOO')).toHaveAccessibleDescription('')
      expect(sent).toEqual([])
      expect(await findViolations(page)).toEqual([])
      await expect(page.locator('.pf-field', { has: field(page, labelOf('required')) }).locator('.pf-required')).toHaveCount(1)
      await expect(page.locator('.pf-field', { has: field(page, labelOf('email')) }).locator('.pf-required')).toHaveCount(0)
    })
  })
