/** How long code may take to arrive. @source specification, constants: chunk load time-out */
export const codeTimeoutMs = 120_000

/** Code that neither arrived nor failed in time; asking for the same again would wait for the same answer. */
export class CodeTimeout extends Error {
  override name = 'CodeTimeout'
}

/** The code, or a `CodeTimeout` if it has not loaded within 120 s. */
export function inTime<Code>(code: Promise<Code>): Promise<Code> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CodeTimeout(`Code did not arrive within ${codeTimeoutMs} ms`)), codeTimeoutMs)
    code.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
