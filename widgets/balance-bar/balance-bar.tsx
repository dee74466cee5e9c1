import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { useLocale, type BlockWidgetProps } from '#renderer'
import { useTexts } from './use-texts.ts'
import './balance-bar.css'

type Amount = string | number | null

interface BalanceBarProps extends Record<string, unknown> {
  debtor: Amount
  creditor: Amount
  difference: Amount
  count?: number | null
  currency?: string
}

/** What a record comes to on both sides, and what is missing. */
export default function BalanceBar({ props }: BlockWidgetProps<BalanceBarProps>) {
  const { debtor, creditor, difference, count, currency = 'IRR' } = props
  const say = useTexts()
  const { formatMoney, formatNumber } = useLocale()
  const money = (amount: Amount): string => formatMoney(toDecimal(amount) ?? '0', currency)
  const isBalanced = compareDecimal(toDecimal(difference) ?? '0', '0') === 0
  return (
    <div className="pw-balance" role="status" data-balanced={isBalanced}>
      <dl>
        {typeof count === 'number' && (
          <div>
            <dt>{say('count')}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        )}
        <div>
          <dt>{say('debtor')}</dt>
          <dd>{money(debtor)}</dd>
        </div>
        <div>
          <dt>{say('creditor')}</dt>
          <dd>{money(creditor)}</dd>
        </div>
        <div className="pw-balance-rest">
          <dt>{say('difference')}</dt>
          <dd>
            {money(difference)}
            {isBalanced && count !== 0 && <span> · {say('balanced')}</span>}
          </dd>
        </div>
      </dl>
    </div>
  )
}
