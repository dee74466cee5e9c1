import type { ReactNode } from 'react'

/** Days, times, numbers and codes within a sentence, which are read from left to right in every language. */
const values = /([+-]?[\p{Nd}A-Za-z_][\p{Nd}A-Za-z_@.,:/٫٬+-]*[\p{Nd}A-Za-z_])/u

/** A sentence whose values keep their own text direction. */
export const withValuesApart = (sentence: string): ReactNode =>
  sentence.split(values).map((part, at) =>
    at % 2 === 1 ? (
      <bdi key={at} dir="ltr">
        {part}
      </bdi>
    ) : (
      part
    ),
  )
