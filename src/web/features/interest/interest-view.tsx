import type { ReactNode } from 'react';
import type { Interest } from '#contract/interest.ts';
import { Link } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { formatCount } from '../../ui/count.ts';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { formatPrice } from '../../ui/money.ts';
import { adviceFor, describePlace, describeRange } from './interest-text.ts';
import { PriceScale } from './price-scale.tsx';
import { ViewsPlot, ViewsTable } from './views-plot.tsx';

const STATUS: Record<Interest['status'], string> = { available: 'on sale', paused: 'paused', hidden: 'under review', sold: 'sold' };

type InterestViewProps = { id: string; interest: Interest };

/** What interest there is in a seller's own listing: what to do first, then the numbers. */
export function InterestView({ id, interest }: InterestViewProps) {
  const { model_name, status, resale_price } = interest;
  return (
    <section className="grid gap-6">
      <header className="grid justify-items-start gap-1">
        <Link to="/dashboard/myProducts" className="text-sm underline underline-offset-4">
          My Products
        </Link>
        <h1 className="text-2xl wrap-anywhere">
          Interest in <bdi>{model_name}</bdi>
        </h1>
        <p className="text-muted">
          {formatPrice(resale_price)} · {STATUS[status]}
          {status === 'available' && (
            <>
              {' · '}
              <Link to={`/selected-items-details/${encodeURIComponent(id)}`} className="underline underline-offset-4">
                View listing
              </Link>
            </>
          )}
        </p>
      </header>
      <SuggestionNote id={id} interest={interest} />
      <Figures figures={figuresOf(interest)} />
      <Part title="People per day">
        <ViewsPlot views={interest.views} />
        <ViewsTable views={interest.views} />
        <p className="max-w-prose text-sm text-muted">
          Everyone counts once a day, and again on another day. We store how many people looked, not who. You, our team and search engines don’t count.
        </p>
      </Part>
      {interest.range && (
        <Part title="Your price">
          <PriceScale price={resale_price} range={interest.range} />
          <p>{describeRange(interest)}</p>
        </Part>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

function SuggestionNote({ id, interest }: InterestViewProps) {
  if (interest.suggestion === null) return null;
  const { text, action } = adviceFor(id, interest, interest.suggestion);
  return (
    <section aria-label="Suggestion" className="grid justify-items-start gap-3 rounded-2xl bg-sunken p-4">
      <p className="max-w-prose text-lg">{text}</p>
      {action && <ButtonLink to={action.to}>{action.label}</ButtonLink>}
    </section>
  );
}

function figuresOf({ views, saves, questions, offers, place, model_name }: Interest): Figure[] {
  const all = views.reduce((sum, { people }) => sum + people, 0);
  return [
    { name: 'People today', value: views.at(-1)?.people ?? 0 },
    { name: views.length === 1 ? 'Views since it was listed' : `Views in ${views.length} days`, value: all },
    { name: saves === 1 ? 'Person saved it' : 'People saved it', value: saves },
    { name: questions === 1 ? 'Buyer asked' : 'Buyers asked', value: questions },
    { name: offers === 1 ? 'Buyer made an offer' : 'Buyers made an offer', value: offers },
    ...(place
      ? [
          {
            name: `Of ${formatCount(place.of)} ${place.of === 1 ? 'result' : 'results'} for “${model_name}”`,
            value: (
              <Link to={`/search?${new URLSearchParams({ search: model_name })}`} className="underline underline-offset-4">
                {describePlace(place.at)}
              </Link>
            ),
          },
        ]
      : []),
  ];
}
