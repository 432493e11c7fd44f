import type { Listing } from '#contract/listings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSaved } from './queries.ts';

const ROUND = 'size-11 place-items-center rounded-full border border-line-strong bg-surface hover:bg-sunken';
/** In a row on a phone: the heart beside the name, and around it room for a thumb. */
const CORNER =
  'size-11 place-items-start justify-items-end rounded-xl pt-1 sm:place-items-center sm:rounded-full sm:border sm:border-line-strong sm:bg-surface sm:pt-0 sm:hover:bg-sunken';

type SaveButtonProps = { listing: Pick<Listing, '_id' | 'model_name' | 'resale_price'>; isOnCard?: boolean; isSaved?: boolean };

/** Saves a phone or removes it from the saved ones. Hidden without JavaScript, which saving needs. */
export function SaveButton({ listing, isOnCard = false, isSaved = false }: SaveButtonProps) {
  const { isOn, toggle } = useSaved(listing, isSaved);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Save: ${listing.model_name}`}
      onClick={() => void toggle()}
      className={classNames('grid shrink-0 noscript:hidden', isOnCard ? CORNER : ROUND, isOn ? 'text-danger' : isOnCard && 'max-sm:text-muted')}
    >
      <Icon name="heart" className={classNames('size-5', isOn && 'fill-current')} />
    </button>
  );
}
