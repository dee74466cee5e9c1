import { purgeTyping } from '#renderer/form/data/native-undo.ts'

/** Puts the text that a field shows after it was typed in, with the caret in its place; the form's undo takes it back from then on. */
export function writeText(input: HTMLInputElement, text: string, caret: number): void {
  if (input.value !== text) {
    input.value = text
    purgeTyping(input)
  }
  input.setSelectionRange(caret, caret)
}
