import { Icon } from '#renderer/ui/icon.tsx'
import type { TimelineOrder } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'

interface TimelineFilterProps {
  kinds: readonly string[]
  choice: string
  onChoose: (choice: string) => void
}

/** Which kinds of entries are shown: all, or one. */
export function TimelineFilter({ kinds, choice, onChoose }: TimelineFilterProps) {
  const say = useTexts()
  return (
    <div className="tl-filter" role="group" aria-label={say('filter')}>
      {['all', ...kinds].map((kind) => (
        <button key={kind} type="button" aria-pressed={kind === choice} onClick={() => onChoose(kind)}>
          {say(`kind_${kind}`)}
        </button>
      ))}
    </div>
  )
}

interface OrderSwitchProps {
  order: TimelineOrder
  onChoose: (order: TimelineOrder) => void
}

/** Turns the order of the entries round; its name is the order that they have. */
export function OrderSwitch({ order, onChoose }: OrderSwitchProps) {
  const say = useTexts()
  const other = order === 'newest' ? 'oldest' : 'newest'
  return (
    <button type="button" className="tl-order" title={say(`order_${other}`)} onClick={() => onChoose(other)}>
      <Icon name="sort" size={14} /> {say(`order_${order}`)}
    </button>
  )
}
