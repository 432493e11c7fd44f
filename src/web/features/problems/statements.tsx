import type { Problem, Statement } from '#contract/problems.ts';
import { Moment } from '../../ui/moment.tsx';
import { PhotoLinks } from '../../ui/photo-links.tsx';
import { REASONS } from './words.ts';

/** What both sides said about a problem, oldest first; `nameOf` is how the reader knows each side. */
export function Statements({ problem, nameOf }: { problem: Problem; nameOf: (side: Statement['side']) => string }) {
  return (
    <>
      <p>
        <span className="font-medium">{REASONS[problem.reason]}.</span>{' '}
        {problem.reason === 'code_waits' ? 'Opened by the shop' : `Reported by ${nameOf(problem.openedBy).replace(/^You$/u, 'you')}`}{' '}
        <Moment iso={problem.openedAt} />.
      </p>
      <ul className="grid gap-3">
        {problem.statements.map((statement) => (
          <li key={`${statement.side} ${statement.at}`} className="grid gap-2 rounded-xl border border-line p-3">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
              <span>{nameOf(statement.side)}</span>
              <Moment iso={statement.at} />
            </p>
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {statement.text === '' ? '(deleted with the account)' : statement.text}
            </p>
            <PhotoLinks photos={statement.photos} />
          </li>
        ))}
      </ul>
    </>
  );
}
