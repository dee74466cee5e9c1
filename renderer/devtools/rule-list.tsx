import { use } from 'react'
import { ruleChecks } from '#schemas/rules/validation/rule-checks.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import { ruleNames, type RuleName } from '#schemas/rules/validation/rule-string.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useTexts } from './use-texts.ts'

/** A rule as it is written, and a value that does not meet it. */
const examples: Record<RuleName, [rule: string, value: unknown]> = {
  after: ['after:2024-01-31', '2024-01-01'],
  alpha: ['alpha', 'abc1'],
  alpha_dash: ['alpha_dash', 'a b'],
  alpha_num: ['alpha_num', 'a-1'],
  between: ['between:1,10', '12'],
  confirmed: ['confirmed', 'one'],
  currency: ['currency', 'ZZZ'],
  decimal: ['decimal:2', '1.234'],
  digits: ['digits:10', '123'],
  email: ['email', 'name@'],
  included: ['included:a,b', 'c'],
  excluded: ['excluded:a,b', 'a'],
  length: ['length:5', 'abc'],
  max: ['max:5', 'too long'],
  max_value: ['max_value:100', '101'],
  min: ['min:8', 'short'],
  min_value: ['min_value:0', '-1'],
  numeric: ['numeric', '12a'],
  regex: ['regex:^[a-z]+$', 'A1'],
  required: ['required', ''],
  required_if: ['required_if:status,published', ''],
  size: ['size:512', [{ size: 900_000 }]],
  url: ['url', 'example'],
}

const loads = new Map<string, Promise<void>>()
function messagesOf(locale: string): Promise<void> {
  if (!loads.has(locale)) loads.set(locale, loadRuleMessages(locale, 'en'))
  return loads.get(locale)!
}

/** Every rule that `rules` may name, with its message and an example to try. */
export function RuleList({ onTry }: { onTry: (rule: string, value: string) => void }) {
  const say = useTexts()
  const { locale, formatNumber } = useLocale()
  use(messagesOf(locale))
  return (
    <details className="dt-section">
      <summary>{say('rules', { count: formatNumber(ruleNames.length) })}</summary>
      <div className="pk-table-scroll" role="region" aria-label={say('rules', { count: formatNumber(ruleNames.length) })} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              <th scope="col">{say('rule')}</th>
              <th scope="col">{say('example')}</th>
              <th scope="col">{say('says')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {ruleNames.map((name) => {
              const [rule, value] = examples[name]
              const args = rule.includes(':') ? (name === 'regex' ? [rule.slice(6)] : rule.split(':')[1]!.split(',')) : []
              const message = ruleChecks[name]({
                value,
                args,
                name: 'value',
                siblings: { status: 'published' },
                root: { status: 'published' },
              })
              return (
                <tr key={name} data-rule={name}>
                  <th scope="row">
                    <code dir="ltr">{name}</code>
                  </th>
                  <td>
                    <code dir="ltr">{rule}</code>
                  </td>
                  <td>{message && ruleMessage(locale, message.key, message.values)}</td>
                  <td>
                    <button
                      type="button"
                      className="pk-button pk-button-small"
                      aria-label={say('try_rule', { name })}
                      onClick={() => onTry(rule, typeof value === 'string' ? value : '')}
                    >
                      {say('try')}
                    </button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}
