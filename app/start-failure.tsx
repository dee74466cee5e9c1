/** What the page says before any text has arrived: in the language of the product and in English. */
const words = [
  { lang: 'fa', dir: 'rtl', text: 'پنل بارگذاری نشد.', reload: 'بارگذاری دوباره' },
  { lang: 'en', dir: 'ltr', text: 'The panel did not load.', reload: 'Reload' },
] as const

/** In place of the panel where the texts of its language fail to arrive, or are not there in time. */
export function StartFailure() {
  return (
    <main>
      {words.map(({ lang, dir, text, reload }) => (
        <div key={lang} role="alert" lang={lang} dir={dir} className="pk-message-page">
          <h1>{text}</h1>
          <div className="pk-message-actions">
            <button type="button" className="pk-button pk-button-primary" onClick={() => window.location.reload()}>
              {reload}
            </button>
          </div>
        </div>
      ))}
    </main>
  )
}
