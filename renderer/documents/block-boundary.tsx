import { Component, type ReactNode } from 'react'
import { reportFault } from '#renderer/api/panel-fault.ts'
import { BrokenBlock } from './broken-block.tsx'
import type { CheckedKind } from './find-problems.ts'

interface BlockBoundaryProps {
  /** Which document, for people: `screen library-book-edit`. */
  document: string
  /** Where in that document, as a JSON pointer. */
  pointer?: string
  /** Which schema the value should meet. */
  kind: CheckedKind
  /** The document, to find its problems. */
  value?: unknown
  children: ReactNode
}

/** Catches the error of one block: shows the document and the place instead of it, while the rest of the page works. */
export class BlockBoundary extends Component<BlockBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    console.error(`${this.props.document}${this.props.pointer ?? ''}`, error)
    reportFault()
  }

  override componentDidUpdate(before: BlockBoundaryProps) {
    if (this.state.error !== undefined && before.value !== this.props.value) this.setState({ error: undefined })
  }

  override render() {
    const { document, pointer, kind, value, children } = this.props
    if (this.state.error === undefined) return children
    return (
      <BrokenBlock
        document={document}
        pointer={pointer ?? ''}
        kind={kind}
        value={value}
        error={this.state.error}
        retry={() => this.setState({ error: undefined })}
      />
    )
  }
}
