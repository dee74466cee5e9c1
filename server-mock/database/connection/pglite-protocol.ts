import { messages, protocol, type PGlite } from '@electric-sql/pglite'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

/**
 * A parser whose texts keep a leading U+FEFF. The one of PGlite takes it for a byte order mark and drops it: it makes its `TextDecoder`
 * without options, and offers no way to give them.
 */
function createParser(): InstanceType<typeof protocol.Parser> {
  const { TextDecoder } = globalThis
  globalThis.TextDecoder = class extends TextDecoder {
    constructor(label?: string) {
      super(label, { ignoreBOM: true })
    }
  }
  try {
    return new protocol.Parser()
  } finally {
    globalThis.TextDecoder = TextDecoder
  }
}

/** Called with what `pg_notify` sent on a channel that the session listens to. */
export type OnNotification = (payload: string) => void

/** Sends messages of the PostgreSQL protocol and reads the answers. The function throws the `DatabaseError` that was answered. */
export function createProtocol(pglite: PGlite, onNotification: OnNotification): (message: Uint8Array) => Promise<Message[]> {
  let parser = createParser()
  return async (message) => {
    const answers: Message[] = []
    let fault: Error | undefined
    await pglite.execProtocolRawStream(message, {
      syncToFs: false,
      onRawData: (bytes) =>
        parser.parse(bytes, (answer) => {
          if (answer instanceof messages.DatabaseError) fault ??= answer
          if (answer instanceof messages.NotificationResponseMessage) onNotification(answer.payload)
          else answers.push(answer)
        }),
    })
    if (!fault) return answers
    parser = createParser()
    throw fault
  }
}
