/** A phone puzzled by its own screen: the picture of the 404 page. */
export function LostPhone({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 440 300"
      role="img"
      aria-label="A puzzled phone that shows 404 and has lost its signal"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="220" cy="276" rx="150" ry="12" className="fill-sunken" />
      <g className="stroke-line-strong" strokeWidth="4">
        <path d="M92 96a36 36 0 0 1 36-36" />
        <path d="M72 98a58 58 0 0 1 58-58" strokeDasharray="3 12" />
        <path d="M346 42a60 60 0 0 1 42 58" strokeDasharray="3 12" />
      </g>
      <g transform="rotate(-6 220 150)">
        <rect x="148" y="22" width="144" height="246" rx="28" className="fill-surface stroke-ink" strokeWidth="5" />
        <rect x="160" y="36" width="120" height="218" rx="17" className="fill-accent-soft" />
        <rect x="198" y="44" width="44" height="11" rx="5.5" className="fill-ink" />
        <g className="stroke-ink" strokeWidth="5">
          <path d="M184 100q8-10 18-6" />
          <path d="M238 92q12-6 20 4" />
          <path d="M196 166q12-14 26-4t26-4" />
        </g>
        <circle cx="194" cy="122" r="9" className="fill-ink" />
        <circle cx="248" cy="122" r="9" className="fill-ink" />
        <circle cx="197" cy="119" r="3" className="fill-surface" />
        <circle cx="251" cy="119" r="3" className="fill-surface" />
        <text x="220" y="228" textAnchor="middle" className="fill-accent font-display" fontSize="44" fontWeight="700">
          404
        </text>
      </g>
      <path d="M148 168q-44 6-52 46" className="stroke-ink" strokeWidth="5" />
      <path d="M293 150q38-10 44-52" className="stroke-ink" strokeWidth="5" />
      <path d="M330 84q-2-18 12-22t18 8q2 10-10 16-6 4-6 12" className="stroke-accent" strokeWidth="5" />
      <circle cx="344" cy="112" r="3.5" className="fill-accent" />
      <path d="M186 268v8M250 262v14" className="stroke-ink" strokeWidth="5" />
    </svg>
  );
}
