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
