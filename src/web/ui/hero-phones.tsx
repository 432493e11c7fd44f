import { classNames } from './class-names.ts';

/** Two phones side by side, one from behind and one from the front, for a slide of the shop window. */
export function HeroPhones({ tone, className }: { tone: 'accent' | 'good' | 'warning'; className?: string }) {
  const fill = { accent: 'fill-accent', good: 'fill-good', warning: 'fill-warning' }[tone];
  return (
    <svg viewBox="0 0 440 360" aria-hidden="true" className={classNames('select-none', className)}>
      <ellipse cx="220" cy="336" rx="170" ry="14" className="fill-ink opacity-10" />
      <g transform="rotate(-9 150 180)">
        <rect x="72" y="34" width="150" height="296" rx="30" className={fill} />
        <rect x="72" y="34" width="150" height="296" rx="30" className="fill-surface opacity-15" />
        <path d="M72 220 222 70v230a30 30 0 0 1-30 30h-90a30 30 0 0 1-30-30z" className="fill-ink opacity-10" />
        <rect x="86" y="50" width="66" height="78" rx="20" className="fill-ink opacity-25" />
        <g className="fill-ink">
          <circle cx="107" cy="72" r="14" />
          <circle cx="107" cy="106" r="14" />
          <circle cx="135" cy="89" r="10" />
        </g>
        <g className="fill-surface opacity-60">
          <circle cx="103" cy="68" r="4" />
          <circle cx="103" cy="102" r="4" />
          <circle cx="132" cy="86" r="3" />
        </g>
      </g>
      <g transform="rotate(7 290 190)">
        <rect x="212" y="36" width="152" height="296" rx="30" className="fill-ink" />
        <rect x="220" y="44" width="136" height="280" rx="23" className="fill-surface" />
        <path d="M220 230q34-60 68-20t68-40v131a23 23 0 0 1-23 23h-90a23 23 0 0 1-23-23z" className={classNames(fill, 'opacity-80')} />
        <path d="M220 262q40-40 74-12t62-20v71a23 23 0 0 1-23 23h-90a23 23 0 0 1-23-23z" className={fill} />
        <circle cx="288" cy="60" r="6" className="fill-ink" />
        <text x="288" y="122" textAnchor="middle" className="fill-ink font-display" fontSize="38" fontWeight="650">
          9:41
        </text>
        <rect x="262" y="310" width="52" height="4" rx="2" className="fill-surface" />
      </g>
    </svg>
  );
}
