import { useDeferredValue, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HelpText, Icon, Loading, PanelLink, ReadFailure, useCall, useLocale, type BlockWidgetProps, type HelpPost } from '#renderer'
import { useTexts } from './use-texts.ts'
import './help-list.css'

const waitMs = 250
const pageSize = 200

/** All help that the reader can open: a search, and each text under its title. */
export default function HelpList(_: BlockWidgetProps) {
  const [params] = useSearchParams()
  const asked = params.get('q') ?? ''
  return <Search key={asked} asked={asked} />
}

/** The list, which begins with what the address asks for. */
function Search({ asked }: { asked: string }) {
  const id = useId()
  const say = useTexts()
  const { formatNumber } = useLocale()
  const [term, setTerm] = useState(asked)
  const [searched, setSearched] = useState(term.trim())
  useEffect(() => {
    const timer = setTimeout(() => setSearched(term.trim()), waitMs)
    return () => clearTimeout(timer)
  }, [term])
  const { data, error, mutate, isLoading } = useCall<HelpPost[]>(
    'content-post-list',
    { type: 'panel-help', page_size: pageSize, ...(searched && { q: searched }) },
    { keepPreviousData: true },
  )
  const items = useDeferredValue(data?.results)
  return (
    <div className="hl">
      <label className="hl-field" htmlFor={`${id}-q`}>
        <Icon name="search" size={16} />
        <span className="pk-visually-hidden">{say('search')}</span>
        <input
          id={`${id}-q`}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={term}
          dir={term ? 'auto' : undefined}
          placeholder={say('search')}
          onChange={(event) => setTerm(event.target.value)}
        />
      </label>
      {error && <ReadFailure text={say('failed')} onRetry={() => void mutate()} />}
      {!items && !error && <Loading />}
      {items && (
        <p className="hl-count" role="status">
          {items.length === 0 ? say(searched ? 'none_found' : 'empty') : say('count', { count: formatNumber(items.length) })}
        </p>
      )}
      {items && items.length > 0 && (
        <ul className="hl-list" aria-busy={isLoading || undefined}>
          {items.map((help) => (
            <li key={help.id}>
              <Entry help={help} opens={help.title === asked} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** One help; it `opens` by itself where it was asked for by its title. */
function Entry({ help, opens }: { help: HelpPost; opens: boolean }) {
  const say = useTexts()
  const [isOpen, setIsOpen] = useState(opens)
  return (
    <details className="hl-entry" open={opens || undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="question-circle" size={16} />
        <bdi>{help.title}</bdi>
      </summary>
      {isOpen && (
        <div className="hl-body">
          <HelpText help={help} />
          <p className="hl-links">
            {help.page.to !== undefined && (
              <PanelLink to={help.page.to} className="pk-button">
                <Icon name="eye" size={16} /> {say('open')}
              </PanelLink>
            )}
            {help.edit_page && (
              <PanelLink to={help.edit_page} className="pk-button">
                <Icon name="pencil" size={16} /> {say('edit')}
              </PanelLink>
            )}
          </p>
        </div>
      )}
    </details>
  )
}
