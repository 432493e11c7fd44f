import type { ReactNode } from 'react';
import type { ConditionQuestion } from '#contract/shared/condition-answers.ts';

const PHONE = <rect x="16" y="4" width="32" height="56" rx="6" className="fill-surface stroke-ink" strokeWidth="2" />;
const SCREEN = <rect x="19" y="8" width="26" height="48" rx="3" className="fill-sunken" />;
const CAMERA = (
  <g className="fill-sunken stroke-ink" strokeWidth="1.5">
    <rect x="20" y="8" width="12" height="14" rx="4" />
    <circle cx="26" cy="12.5" r="2" />
    <circle cx="26" cy="18" r="2" />
  </g>
);
const SHINE = <path d="M23 20 31 12M23 30 41 12" className="stroke-good" strokeWidth="2" strokeLinecap="round" />;

const CHECK = <path d="m24 33 6 6 11-13" className="fill-none stroke-good" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />;
const QUESTION_MARK = (
  <path d="M27.5 31a4.5 4.5 0 1 1 6.5 4c-1.5.8-2 1.7-2 3.5M32 44v.1" className="fill-none stroke-ink" strokeWidth="2.5" strokeLinecap="round" />
);
const WRENCH = <path d="M24 38 33 29a6 6 0 0 1 7-8l-3 4 3 3 4-3a6 6 0 0 1-8 7l-9 9z" className="fill-none stroke-ink" strokeWidth="2" strokeLinejoin="round" />;
const CHARGER = (
  <g className="fill-surface stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
    <rect x="38" y="38" width="18" height="16" rx="3" />
    <path d="M43 38v-5M51 38v-5M47 54v6" />
  </g>
);

const MARKS: Record<ConditionQuestion, Record<string, ReactNode>> = {
  screen: {
    flawless: SHINE,
    light: lines('M25 34 29 30M34 44 38 41', 1),
    scratched: lines('M23 24 33 16M25 44 41 30M30 50 40 43', 2),
    cracked: lines('M44 10 34 22 38 30 26 38 30 46 21 55M34 22 22 16M38 30 44 36M26 38 20 36M30 46 40 52', 1.5),
  },
  body: {
    flawless: <path d="M25 46 39 32" className="stroke-good" strokeWidth="2" strokeLinecap="round" />,
    light: lines('M38 52 41 49M22 40 24 38', 1.25),
    worn: lines('M24 36 34 30M28 46 42 38M15 44v6M49 20v8', 2),
    damaged: lines('M46 26 36 32 40 40 28 44 24 58M36 32 24 28M40 40 47 46', 1.75),
  },
  battery: {
    strong: battery(0.95, 'fill-good'),
    good: battery(0.8, 'fill-good'),
    weak: battery(0.4, 'fill-danger'),
    unknown: (
      <>
        {battery(0, 'fill-sunken')}
        {QUESTION_MARK}
      </>
    ),
  },
  works: {
    everything: CHECK,
    flaw: <path d="M32 22v13M32 43v.1" className="stroke-warning" strokeWidth="3.5" strokeLinecap="round" />,
    fails: <path d="m25 25 14 14M39 25 25 39" className="stroke-danger" strokeWidth="3" strokeLinecap="round" />,
  },
  repairs: {
    never: CHECK,
    maker: (
      <>
        {WRENCH}
        <path d="m31 46 4 4 8-9" className="fill-none stroke-good" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      </>
    ),
    other: WRENCH,
    unknown: QUESTION_MARK,
  },
  accessories: {
    boxed: (
      <>
        <path d="M8 30h22v24H8zM8 30l5-8h12l5 8M19 22v8" className="fill-surface stroke-ink" strokeWidth="2" strokeLinejoin="round" />
        {CHARGER}
      </>
    ),
    charger: CHARGER,
    none: null,
  },
};

/** A drawing of what an answer means. */
export function ConditionDrawing({ question, answer }: { question: ConditionQuestion; answer: string }) {
  return (
    <svg viewBox="0 0 64 64" className="size-14 shrink-0" aria-hidden="true">
      {question !== 'battery' && PHONE}
      {question === 'body' ? CAMERA : question !== 'battery' && SCREEN}
      {MARKS[question][answer]}
    </svg>
  );
}

function lines(path: string, width: number): ReactNode {
  return <path d={path} className="fill-none stroke-danger" strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />;
}

function battery(share: number, tone: string): ReactNode {
  return (
    <>
      <rect x="20" y="14" width="24" height="42" rx="4" className="fill-surface stroke-ink" strokeWidth="2" />
      <rect x="27" y="9" width="10" height="5" rx="1.5" className="fill-ink" />
      <rect x="23" y={17 + 36 * (1 - share)} width="18" height={36 * share} rx="2" className={tone} />
    </>
  );
}
