import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { CONDITION_QUESTION_KEYS } from '#contract/shared/condition-answers.ts';
import { parsePriceCents, toDollars } from '#contract/shared/money.ts';
import type { Listed } from '../../../listed.ts';
import { useSession } from '../../../use-app.tsx';
import type { Photo } from '../photos/photo-list.ts';
import type { Form } from './form-parts.tsx';

/** Renders a listing's card as buyers see it; `price` replaces its price. */
export type ShowCard = (listing: Listed, price: ReactNode) => ReactNode;

type CardPreviewProps = { form: Form; photos: readonly Photo[]; isVerified: boolean; now: string; card: ShowCard };

/** The card as buyers will see it, with what is filled in so far. Nothing on it is interactive. */
export function CardPreview({ form, photos, isVerified, now, card }: CardPreviewProps) {
  const input = useWatch({ control: form.control });
  const session = useSession();
  const cover = photos[0]?.state;
  const { specification = {}, answers = {} } = input;
  const resale = dollarsOf(input.resale_price ?? '');
  const listing: Listed = {
    _id: 'preview',
    ...forEachKey(TEXT_KEYS, (key) => input[key] ?? ''),
    name: input.name ?? '',
    image: cover?.at === 'sent' ? cover.address : '',
    location: orElse(input.location ?? '', 'Location'),
    model_name: orElse(input.model_name ?? '', 'Your phone'),
    resale_price: resale,
    // Without a price there is no saving to show.
    original_price: resale === 0 ? 0 : dollarsOf(input.original_price ?? ''),
    post_time: '',
    sellerId: null,
    seller_name: session.status === 'signed-in' ? (session.identity.displayName ?? '') : '',
    condition: orElse(input.condition ?? '', 'Condition'),
    sellerEmail: '',
    seller_verify: isVerified,
    color: orElse(input.color ?? '', 'Color'),
    storage: orElse(input.storage ?? '', 'Storage'),
    status: 'available',
    postedAt: now,
    isAdvertise: false,
    paused: false,
    reportedStatus: null,
    inHand: false,
    tested: false,
    city: null,
    updatesUntil: null,
    judgement: null,
    answers: forEachKey(CONDITION_QUESTION_KEYS, (key) => answers[key] ?? ''),
    specification: {
      Dimensions: specification.Dimensions ?? '',
      display_size: specification.display_size ?? '',
      display_resolution: specification.display_resolution ?? '',
      rear_camera: specification.rear_camera ?? '',
    },
  };
  return (
    <section aria-label="Preview" className="grid content-start gap-2">
      <p className="text-sm text-muted">Preview</p>
      <div inert className="max-w-80">
        {card(listing, resale === 0 && <p className="font-display text-2xl font-semibold text-muted">Your price</p>)}
      </div>
    </section>
  );
}

const dollarsOf = (typed: string): number => toDollars(parsePriceCents(typed) ?? 0);

const orElse = (text: string, missing: string): string => (text.trim() === '' ? missing : text);
