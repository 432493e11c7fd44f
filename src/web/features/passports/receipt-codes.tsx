import { useQuery } from '@tanstack/react-query';
import type { OrderPassportHead } from '#contract/passports.ts';
import { passportPath } from '../../passport-name.ts';
import { Link } from '../../router/index.ts';
import { DayOf } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { orderPassportOptions } from './queries.ts';
import { toReceiptCode } from './receipt-code.ts';

const EVENTS: Record<OrderPassportHead['event'], string> = { sold: 'When it was paid', handed_over: 'When it was handed over', returned: 'When it went back' };

/** The codes on a receipt by which the phone's history can be checked later. Renders nothing for a phone without a passport. */
export function ReceiptCodes({ orderId }: { orderId: string }) {
  const { api } = useApp();
  const { data: passport } = useQuery(orderPassportOptions(api, orderId));
  if (!passport || passport.heads.length === 0) return null;
  return (
    <section aria-labelledby="receipt-passport" className="grid gap-2 border-t border-line pt-4 text-sm">
      <h2 id="receipt-passport" className="text-base text-muted">
        Device passport
      </h2>
      <p>
        With these codes, anybody can check on the{' '}
        <Link to={passportPath(passport._id)} className="font-medium text-accent underline underline-offset-4">
          passport’s page
        </Link>{' '}
        that this phone’s history hasn’t been changed since.
      </p>
      <dl className="grid gap-2">
        {passport.heads.map((head) => (
          <div key={head.event}>
            <dt className="text-muted">
              {EVENTS[head.event]}, <DayOf iso={head.at} />
            </dt>
            <dd className="font-mono break-all">{toReceiptCode(head)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
