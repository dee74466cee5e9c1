import { Component, type ReactNode } from 'react'
import { PartTroubleContext } from '#renderer/documents/part-trouble.ts'

/** Keeps a widget that fails from taking the form with it. */
export class WidgetBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  static override contextType = PartTroubleContext
  declare context: React.ContextType<typeof PartTroubleContext>
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    console.error(error)
    this.context?.(error)
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
