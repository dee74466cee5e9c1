/** Whether a text is JSON by RFC 8259; an empty text is not. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
