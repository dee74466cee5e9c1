import { Component, type ReactNode } from 'react'

/** Keeps a widget that fails from taking the form with it. */
export class WidgetBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() { return { failed: true } }
  override componentDidCatch(error: unknown) { console.error(error) }
  override render() { return this.state.failed ? this.props.fallback : this.props.children }
}
