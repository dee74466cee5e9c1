/** The panel's own mark, where the site has set none: a counter with its bell. */
export function Logo({ size = 40, label }: { size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className="pk-logo"
    >
      <rect width="40" height="40" rx="9" fill="var(--pk-accent-fill)" />
      <path
        d="M9 27h22M12 23a8 8 0 0 1 16 0zM20 15v-3M17.500 12h5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
