/** What is used of jsdom, which brings no types. */
declare module 'jsdom' {
  import type { WindowLike } from 'dompurify'
  export class JSDOM {
    constructor(html: string)
    readonly window: WindowLike
  }
}
