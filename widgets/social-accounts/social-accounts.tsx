import {
  ask,
  call,
  EntryList,
  goToProvider,
  Loading,
  ReadFailure,
  showToast,
  useBusy,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './social-accounts.css'

type State = Endpoints['social-accounts']['results']

/** Accounts somewhere else with which the signed-in user signs in. */
export default function SocialAccounts(_: BlockWidgetProps) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  const { isBusy, run } = useBusy()
  const request = useCall<State>('social-accounts', {}, { keepPreviousData: true })
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const { accounts, providers } = request.data.results

  const link = (provider: string) =>
    run(async () => {
      const { results } = await call('social-link-start', { method: 'POST', payload: { provider } })
      goToProvider(results.url, { provider, challenge: results.challenge, purpose: 'link' })
    })
  const unlink = async ({ id, title }: State['accounts'][number]) => {
    if (!(await ask({ text: say('unlink_question', { provider: title }), ok: say('unlink'), cancel: say('cancel'), danger: true }))) return
    await run(async () => {
      await call('social-unlink', { method: 'DELETE', params: { id } })
      showToast({ tone: 'success', text: say('unlinked') })
      await mutate()
    })
  }
  return (
    <section className="sa-accounts" aria-labelledby="sa-title">
      <h2 id="sa-title">{say('title')}</h2>
      <p>{say(providers.length === 0 && accounts.length === 0 ? 'none' : 'about')}</p>
      {accounts.length > 0 && (
        <EntryList>
          {accounts.map((account) => (
            <li key={account.id}>
              <div>
                <b>
                  <bdi>{account.title}</bdi>
                </b>
                {account.label && <bdi>{account.label}</bdi>}
                <span>
                  {account.used_at
                    ? say('used', { date: formatDateTime(account.used_at) })
                    : say('linked_at', { date: formatDateTime(account.created_at) })}
                </span>
              </div>
              <button
                type="button"
                className="pk-button"
                disabled={isBusy}
                aria-label={say('unlink_named', { provider: account.title })}
                onClick={() => void unlink(account)}
              >
                {say('unlink')}
              </button>
            </li>
          ))}
        </EntryList>
      )}
      <div className="sa-tools">
        {providers.map(({ name, title }) => (
          <button key={name} type="button" className="pk-button" disabled={isBusy} onClick={() => void link(name)}>
            {say('link', { provider: title })}
          </button>
        ))}
      </div>
    </section>
  )
}
