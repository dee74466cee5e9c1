import { createInterface } from 'node:readline'

/** Input and output of a command; tests pass their own. */
export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
  colour: boolean
  /** Asks for a secret; undefined if nobody can be asked. */
  askSecret: (question: string) => Promise<string | undefined>
  /** Asks for yes or no; undefined if nobody can be asked. */
  confirm?: (question: string) => Promise<boolean | undefined>
}

/** Ignores a closed output, which happens with `| head`. */
function endsQuietly(stream: NodeJS.WriteStream): void {
  stream.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault
  })
}

export function processTerminal(): Terminal {
  endsQuietly(process.stdout)
  endsQuietly(process.stderr)
  return terminalOfProcess
}

const terminalOfProcess: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  env: process.env,
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  askSecret,
  confirm,
}

/** Reads yes or no from a terminal. */
async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise((answer) => lines.question(`${question} [y/N] `, (text) => answer(/^y(es)?$/i.test(text.trim()))))
  } finally {
    lines.close()
  }
}

/** Reads from a terminal without echo, otherwise the first line of standard input. */
async function askSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) {
    for await (const line of createInterface({ input: stdin })) return line
    return undefined
  }
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const letter of chunk as string) {
        if (letter === '\r' || letter === '\n') return typed
        if (letter === '\u0003') return undefined
        typed = letter === '\u007f' || letter === '\b' ? typed.slice(0, -1) : typed + letter
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
