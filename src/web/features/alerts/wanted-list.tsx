import type { ReactNode } from 'react';
import type { WantedAd } from '#contract/alerts/wanted.ts';
import { Link } from '../../router/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { formatDay } from './wanted-text.ts';

/** Wanted ads as everybody sees them. `actions`: what else can be done about one. */
export function WantedList({ ads, actions }: { ads: WantedAd[]; actions: (ad: WantedAd) => ReactNode }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {ads.map((ad) => (
        <li key={ad._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-base font-semibold wrap-anywhere">
              <bdi>{ad.title}</bdi>
            </h2>
            <p className="text-lg font-semibold tabular-nums">up to {formatPrice(ad.topPrice)}</p>
            <p className="text-sm text-muted">
              {ad.place !== null && <>Near {ad.place} · </>}Until {formatDay(ad.until)} · <Moment iso={ad.postedAt} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Link to={formFor(ad)} aria-label={`I have this phone: ${ad.title}`} className={buttonClass({ variant: 'secondary', size: 'small' })}>
              I have this phone
            </Link>
            {actions(ad)}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The form to list a phone, begun with what the ad names. */
function formFor({ model, storage }: WantedAd): string {
  if (model === null) return '/dashboard/addAProducts';
  return `/dashboard/addAProducts?${new URLSearchParams({ model, ...(storage !== null && { storage }) })}`;
}
