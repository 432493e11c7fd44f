import type { ReactNode } from 'react';
import type { SavedPhone } from '#contract/saved.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';

type Row = Omit<SavedPhone, 'savedAt' | 'priceThen'> & { priceThen?: number };

/** A phone in a list of saved or viewed ones: its state, and its price then and now. */
export function PhoneRow({ phone, action }: { phone: Row; action?: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0">
      <ListingImage address={phone.image} alt="" sizes="4rem" className="size-16 shrink-0 rounded-xl" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" dir="auto">
          <Name phone={phone} />
        </p>
        <Price phone={phone} />
        <p className="truncate text-sm text-muted">{[phone.condition, phone.storage, phone.color].filter((fact) => fact !== '').join(' · ')}</p>
      </div>
      {action}
    </li>
  );
}

function Name({ phone: { _id: id, model_name: name, status } }: { phone: Row }) {
  if (status === 'gone') return name;
  return (
    <Link
      to={`/selected-items-details/${encodeURIComponent(id)}`}
      className="inline-block max-w-full truncate py-1 align-bottom hover:text-accent hover:underline"
    >
      {name}
    </Link>
  );
}

function Price({ phone: { status, resale_price: now, priceThen: then = now } }: { phone: Row }) {
  if (status === 'gone')
    return (
      <p className="flex flex-wrap items-center gap-x-2">
        <Badge tone="warning">No longer available</Badge>
        <span className="text-sm text-muted">{formatPrice(then)} when saved</span>
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="font-display text-lg font-semibold">{formatPrice(now)}</span>
      {now !== then && (
        <span className={now < then ? 'text-sm text-good' : 'text-sm text-muted'}>
          {formatPrice(then)} when saved, {formatPrice(Math.abs(then - now))} {now < then ? 'less' : 'more'} now
        </span>
      )}
      {status === 'paused' && <Badge tone="neutral">Paused</Badge>}
      {status === 'sold' && <Badge tone="warning">Sold</Badge>}
    </p>
  );
}
