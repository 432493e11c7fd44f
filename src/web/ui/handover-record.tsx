import type { HandoverProof } from '#contract/handover.ts';
import { Moment } from './moment.tsx';

const WHAT = { scanned: 'scanned the code', typed: 'typed the code', confirmed: 'confirmed that they have the phone' };

/** How a handover and a return were proved, for admins. */
export function HandoverRecord({ proofs }: { proofs: HandoverProof[] }) {
  if (proofs.length === 0) return <p className="text-muted">Neither side has confirmed anything.</p>;
  return (
    <ul className="grid gap-2">
      {proofs.map((proof) => (
        <li key={`${proof.direction} ${proof.side}`} className="grid gap-0.5">
          <span>
            {proof.direction === 'return' && 'Return: '}The {proof.side} {WHAT[proof.how]}
            {proof.isOffline && ', without a connection'}
          </span>
          <span className="text-sm text-muted">
            {proof.shownAt && (
              <>
                code shown <Moment iso={proof.shownAt} />,{' '}
              </>
            )}
            made <Moment iso={proof.madeAt} /> by their device’s clock, arrived <Moment iso={proof.receivedAt} />
          </span>
          {proof.countedAt === null && (
            <span className="text-sm font-medium text-warning">Doesn’t count: the other side hasn’t confirmed, or it came too late.</span>
          )}
        </li>
      ))}
    </ul>
  );
}
