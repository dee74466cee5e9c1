import { useId } from 'react'
import { Icon, useActionRunner, useLocale } from '#renderer'
import { useTexts } from './use-texts.ts'

export interface Time {
  time: string
  until: string
  status: 'free' | 'taken' | 'past'
}
export interface Booking {
  id: number
  version: number
  time: string
  until: string
  name: string
  phone?: string | null
  note?: string | null
}

interface DayViewProps {
  day: string
  /** Undefined while they are read. */
  times: readonly Time[] | undefined
  bookings: readonly Booking[]
  hasFailed: boolean
  onRetry: () => void
  /** Name of the modal that books, and of the call that removes a booking. */
  book?: string
  cancel?: string
}

/** The chosen day: its times, a free one of which is a button that books it, and who has booked. */
export function DayView({ day, times, bookings, hasFailed, onRetry, book, cancel }: DayViewProps) {
  const { t, formatDate, formatDigits } = useLocale()
  const say = useTexts()
  const run = useActionRunner()
  const titleId = useId()
  const title = formatDate(day, { pattern: 'dddd D MMMM YYYY' })
  const spanOf = ({ time, until }: Pick<Time, 'time' | 'until'>): string => formatDigits(`${time}–${until}`)

  const bookTime = (time: Time) =>
    void run({ type: 'modal', options: { modal: book } }, { params: { day, time: time.time, when: `${title} · ${spanOf(time)}` } })
  const cancelBooking = ({ id, version, name, ...booking }: Booking) =>
    void run({
      id: 'cancel',
      type: 'call',
      title: say('cancel'),
      confirm: say('cancel_confirm', { name, when: spanOf(booking) }),
      color: 'danger',
      options: {
        name: cancel,
        method: 'DELETE',
        payload: { id, version },
        success: { toast: say('cancelled'), refresh: ['screen', 'grid'] },
      },
    })

  return (
    <section className="cc-day" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {hasFailed ? (
        <p className="cc-empty" role="alert">
          {say('times_failed')}{' '}
          <button type="button" className="pf-link" onClick={onRetry}>
            {t('blocks.retry')}
          </button>
        </p>
      ) : times === undefined ? (
        <div className="cc-times" aria-busy="true" aria-label={say('times')}>
          {Array.from({ length: 8 }, (_, index) => (
            <span key={index} className="cc-bone" />
          ))}
        </div>
      ) : times.length === 0 ? (
        <p className="cc-empty">{say('closed_day')}</p>
      ) : (
        <ul className="cc-times" aria-label={say('times')}>
          {times.map((time) => (
            <li key={time.time}>
              <button
                type="button"
                data-status={time.status}
                disabled={time.status !== 'free' || book === undefined}
                onClick={() => bookTime(time)}
              >
                <span className="pk-visually-hidden">{`${spanOf(time)} – ${say(`status.${time.status}`)}`}</span>
                <bdi aria-hidden>{formatDigits(time.time)}</bdi>
                <span aria-hidden>{say(`status.${time.status}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!hasFailed && times !== undefined && (
        <>
          <h3>{say('bookings', { count: formatDigits(bookings.length) })}</h3>
          {bookings.length === 0 && <p className="cc-empty">{say('no_bookings')}</p>}
          <ul className="cc-bookings">
            {bookings.map((booking) => (
              <li key={booking.id}>
                <span className="cc-span">{spanOf(booking)}</span>
                <div>
                  <b>
                    <bdi>{booking.name}</bdi>
                  </b>
                  {booking.phone && (
                    <a href={`tel:${booking.phone}`} dir="ltr">
                      {formatDigits(booking.phone)}
                    </a>
                  )}
                  {booking.note && <p dir="auto">{booking.note}</p>}
                </div>
                {cancel !== undefined && (
                  <button
                    type="button"
                    className="cc-cancel"
                    aria-label={say('cancel_of', { name: booking.name })}
                    title={say('cancel')}
                    onClick={() => cancelBooking(booking)}
                  >
                    <Icon name="close" size={16} />
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
