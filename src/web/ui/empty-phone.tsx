/** A resting phone: the picture of an empty list. */
export function EmptyPhone() {
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true" className="w-40 max-w-full" fill="none" strokeLinecap="round">
      <ellipse cx="80" cy="98" rx="58" ry="6" className="fill-sunken" />
      <g transform="rotate(-8 80 52)">
        <rect x="54" y="10" width="52" height="86" rx="10" className="fill-surface stroke-line-strong" strokeWidth="2.5" />
        <rect x="59" y="16" width="42" height="74" rx="6" className="fill-accent-soft" />
        <rect x="72" y="20" width="16" height="4" rx="2" className="fill-line-strong" />
        <path d="M69 54q4 4 8 0M84 54q4 4 8 0" className="stroke-accent" strokeWidth="2.5" />
        <path d="M76 66q5 3 9 0" className="stroke-accent" strokeWidth="2.5" />
      </g>
      <g className="stroke-muted" strokeWidth="2.5">
        <path d="M112 38h9l-9 9h9" />
        <path d="M126 20h7l-7 7h7" />
      </g>
    </svg>
  );
}
